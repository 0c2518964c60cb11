// The audit log in words for a person, one line an entry.
import type { Answer, Ask, ParkReason, Receipt } from './ask.ts';
import { withdrawalReasonTexts } from './ask.ts';
import type { AskStep, LogDraft, LogEntryType } from './logEntry.ts';
import { describeSuggestion, permissionModeLabels } from './permission.ts';
import { labelArray } from './question.ts';
import type { EndReason } from './session.ts';
import { toolWords } from './toolWords.ts';

export function logEntryText(entry: LogDraft): string {
  // Each type has the words for its own data; the compiler cannot see that through the lookup.
  const words = texts[entry.type] as (data: LogDraft['data']) => string;
  return words(entry.data);
}

type Texts = { [T in LogEntryType]: (data: Extract<LogDraft, { type: T }>['data']) => string };

const texts: Texts = {
  ask_opened: ({ ask }) => `${subject(ask)}${openedState(ask)}`,
  ask_answered: (step) => `${tool(step)}: ${answerText(step.changed.answer)}${onDevice(step)}`,
  ask_delivered: (step) => `${tool(step)}: the answer was handed to the agent`,
  ask_settled: (step) => `${tool(step)}: the agent went on`,
  ask_withdrawn: (step) => `${tool(step)}: withdrawn. ${withdrawalText(step)}`,
  ask_reopened: (step) => `${tool(step)}: the answer was taken back`,
  ask_shown: (step) => `${tool(step)}: shown${onNewest(step.changed.shown)}`,
  ask_seen: (step) => `${tool(step)}: seen${onNewest(step.changed.seen)}`,
  ask_parked: (step) => `${tool(step)}: ${parkedText(step)}`,
  ask_resumed: (step) => `${tool(step)}: an agent waits for it again`,
  ask_handed: (step) => `${tool(step)}: the answer is on its way to the agent`,
  ask_delivery_failed: (step) =>
    `${tool(step)}: the answer could not be delivered yet. ${step.changed.delivery?.message ?? ''}`,
  ask_changed: (step) =>
    `${tool(step)}: changed (${[...Object.keys(step.changed), ...(step.removed ?? [])].join(', ')})`,
  rule_granted: ({ suggestions, grantedBy }) =>
    `Granted on ${grantedBy.device}: ${suggestions.map(describeSuggestion).join('; ')}`,

  session_created: ({ title, cwd, permissionMode, device }) =>
    `Session “${title}” created in ${cwd}, in mode “${permissionModeLabels[permissionMode].name}”${on(device)}`,
  session_started: () => 'The agent runs',
  session_ended: ({ reason, message }) =>
    `The agent ended${reason ? `: ${endTexts[reason]}` : ''}${message ? ` (${message})` : ''}`,
  session_mode_chosen: ({ permissionMode, device }) =>
    `Mode “${permissionModeLabels[permissionMode].name}” was chosen on ${device}`,
  session_mode_changed: ({ from, to }) =>
    `Mode changed from “${permissionModeLabels[from].name}” to “${permissionModeLabels[to].name}”`,
  session_removed: ({ title, device }) => `Session${title ? ` “${title}”` : ''} removed${on(device)}`,

  gateway_started: ({ version }) => `Beckon ${version} started`,
  gateway_stopped: () => 'Beckon stopped',
  store_recovered: ({ since, message }) =>
    `Could not write since ${new Date(since).toISOString()}, and can again. ${message}`,
  database_set_aside: ({ path }) => `The database was damaged and was set aside as ${path}; this log begins anew`,
  history_pruned: ({ before, asks, entries }) =>
    `Forgot ${asks} asks and ${entries} entries from before ${new Date(before).toISOString()}`,
};

const endTexts: Record<EndReason, string> = {
  idle: 'it had nothing to do',
  parked: 'it waited for long, and the answer brings it back',
  agent_gone: 'it went away',
  start_failed: 'it could not be started',
  undelivered: 'it could not be started, and an answer waits for it',
  gateway_stopped: 'Beckon stopped it',
};

const parkTexts: Record<ParkReason, string> = {
  limit: 'Nobody answered for long; the answer brings the agent back.',
  agent_gone: 'The agent went away; the answer brings it back.',
  gateway_stopped: 'Beckon stopped; the answer brings the agent back.',
};

/** One that was parked before has only lost the agent that was told of its answer. */
function parkedText({ changed }: AskStep): string {
  return changed.parked ? `parked. ${parkTexts[changed.parked.reason]}` : 'the answer has to be delivered again';
}

function openedState({ state, carriedFrom }: Ask): string {
  if (carriedFrom !== undefined) return '; an earlier answer to the same call applies';
  return state === 'open' ? '' : `; ${state} when the log began`;
}

function onNewest(receipts: Receipt[] | undefined): string {
  const newest = receipts?.at(-1);
  return newest ? ` on ${newest.device}` : '';
}

function subject(ask: Ask): string {
  const { name, gist } = toolWords(ask.toolName, ask.input);
  if (ask.kind === 'question') return `Asked: ${ask.questions.map(({ question }) => question).join(' ')}`;
  if (ask.kind === 'plan') return 'Asked to accept a plan';
  return `Asked to use ${name}${gist ? `: ${gist}` : ''}`;
}

function tool({ toolName }: AskStep): string {
  return toolWords(toolName, undefined).name;
}

/** What the person said, never that it has happened: that is for later entries. */
function answerText(answer: Answer | undefined): string {
  switch (answer?.type) {
    case 'approve': {
      const mode =
        answer.permissionMode && ` and to go on in mode “${permissionModeLabels[answer.permissionMode].name}”`;
      return `the answer is yes${answer.updatedInput ? ', with another input' : ''}${mode ?? ''}`;
    }
    case 'deny':
      return `the answer is no${answer.message ? `, “${answer.message}”` : ''}`;
    case 'answers':
      return `the answer is ${Object.values(answer.answers).map(shownAnswer).join('; ')}`;
    case undefined:
      return 'answered';
  }
}

function shownAnswer(value: string): string {
  return labelArray(value)?.join(', ') ?? value;
}

function onDevice({ changed }: AskStep): string {
  return on(changed.answeredBy?.device);
}

function on(device: string | undefined): string {
  return device === undefined ? '' : ` (on ${device})`;
}

function withdrawalText({ changed }: AskStep): string {
  return changed.withdrawalReason ? withdrawalReasonTexts[changed.withdrawalReason] : '';
}
