// The audit log in words for a person, one line an entry.
import { answerText } from './ask/answer.ts';
import type { Answerer, Receipt } from './ask/answerer.ts';
import { answererText } from './ask/answerer.ts';
import type { Ask, FailedDelivery, Parked, ParkReason } from './ask/ask.ts';
import { withdrawalReasonTexts } from './ask/ask.ts';
import { kindOf } from './ask/describe.ts';
import type { CallReceipt } from './channel.ts';
import type { Device } from './device.ts';
import type { AskStep, LogDraft, LogEntryType } from './logEntry.ts';
import { suggestionText } from './permission.ts';
import type { EndReason } from './session.ts';
import { SettingName, settingText } from './settings.ts';
import type { TrustDecision } from './trust.ts';
import { toolWords } from './toolWords.ts';

export function logEntryText(entry: LogDraft): string {
  return isStep(entry) ? `${callText(entry.data)}: ${stepText(entry)}` : ownText(entry);
}

/** Which call a step is of, where the entry is one. */
export function entryCallText(entry: LogDraft): string | undefined {
  return isStep(entry) ? callText(entry.data) : undefined;
}

/** The same where it need not be said which call it is of. */
export function askEntryText(entry: LogDraft): string {
  const text = isStep(entry) ? stepText(entry) : ownText(entry);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

type StepType = {
  [T in LogEntryType]: Extract<LogDraft, { type: T }>['data'] extends AskStep ? T : never;
}[LogEntryType];
type StepDraft = Extract<LogDraft, { type: StepType }>;
type OwnDraft = Exclude<LogDraft, StepDraft>;
type FailedSignIn = Extract<LogDraft, { type: 'sign_in_failed' }>['data'];

function isStep(entry: LogDraft): entry is StepDraft {
  return Object.hasOwn(stepTexts, entry.type);
}

function stepText({ type, data }: StepDraft): string {
  return stepTexts[type](data);
}

function ownText(entry: OwnDraft): string {
  // Each type has the words for its own data; the compiler cannot see that through the lookup.
  const words = texts[entry.type] as (data: OwnDraft['data']) => string;
  return words(entry.data);
}

const stepTexts: Record<StepType, (step: AskStep) => string> = {
  ask_answered: ({ changed }) =>
    `${changed.answer ? answerText(changed.answer) : 'answered'}${given(changed.answeredBy)}${along(changed)}${delayText(changed)}`,
  ask_delivered: () => 'the answer was handed to the agent',
  ask_settled: ({ changed }) => (changed.phase === 'contradicted' ? againstAnswer(changed) : 'the agent went on'),
  ask_withdrawn: ({ changed }) =>
    `withdrawn. ${changed.withdrawalReason ? withdrawalReasonTexts[changed.withdrawalReason] : ''}`,
  ask_reopened: () => 'the answer was taken back',
  ask_shown: ({ changed }) => `shown${onNewest(changed.shown)}`,
  ask_seen: ({ changed }) => `seen${onNewest(changed.seen)}`,
  ask_called: ({ changed }) => calledText(changed.called),
  ask_parked: ({ changed }) => parkedText(changed.parked),
  ask_resumed: () => 'an agent waits for it again',
  ask_due: () => 'the answer goes on its way',
  ask_handed: () => 'the answer is on its way to the agent',
  ask_delivery_failed: ({ changed }) => failedText(changed.failedDelivery),
  ask_explained: ({ changed }) =>
    `in the terminal ${changed.inTerminal ? answerText(changed.inTerminal) : 'it was answered'}`,
  ask_changed: ({ changed, removed = [] }) => `changed (${[...Object.keys(changed), ...removed].join(', ')})`,
};

function delayText({ answeredAt, dueAt }: AskStep['changed']): string {
  if (answeredAt === undefined || dueAt === undefined) return '';
  return `; it goes on its way in ${Math.round((dueAt - answeredAt) / 1000)} s`;
}

const texts: { [T in OwnDraft['type']]: (data: Extract<OwnDraft, { type: T }>['data']) => string } = {
  ask_opened: ({ ask }) => `${kindOf(ask).words.asked(ask)}${openedState(ask)}`,
  rule_granted: ({ suggestions, grantedBy }) =>
    `Granted ${answererText(grantedBy)}: ${suggestions.map(suggestionText).join('; ')}`,

  rule_removed: ({ text, file, device }) => `Removed from ${file}${on(device)}: ${text}`,

  session_created: ({ title, cwd, permissionMode, device }) =>
    `Session “${title}” created in ${cwd}, in mode “${permissionMode}”${on(device)}`,
  session_started: () => 'The agent runs',
  session_ended: ({ reason, message }) =>
    `The agent ended${reason ? `: ${endTexts[reason]}` : ''}${message ? ` (${message})` : ''}`,
  session_mode_chosen: ({ permissionMode, device }) => `Mode “${permissionMode}” was chosen on ${device.name}`,
  session_mode_changed: ({ from, to }) => `Mode changed from “${from}” to “${to}”`,
  session_removed: ({ title, device }) => `Session${title ? ` “${title}”` : ''} removed${on(device)}`,

  session_changed: ({ title, model, device }) =>
    [
      ...(title === undefined ? [] : [`Session renamed to “${title}”`]),
      ...(model === undefined
        ? []
        : [model === null ? 'The agent’s own model was chosen' : `Model “${model}” was chosen`]),
    ].join('; ') + on(device),
  past_session_moved: ({ to, title, device }) => `Past session “${title}” ${movedTexts[to]}${on(device)}`,
  session_forked: ({ from, messageId, device }) =>
    `Forked from session ${from}${messageId ? `, as far as message ${messageId}` : ''}${on(device)}`,
  session_interrupted: ({ device }) => `The agent was interrupted${on(device)}`,
  message_sent: ({ device }) => `A message was sent${on(device)}`,
  pane_typed: ({ device }) => `Typing into the terminal${on(device)}`,
  pane_resized: ({ device }) => `The terminal was given another size${on(device)}`,
  settings_changed: ({ device, ...change }) => {
    const words = SettingName.options
      .filter((name) => change[name] !== undefined)
      .map((name) => settingText(name, change));
    return `Settings were changed${on(device)}${words.length > 0 ? `: ${words.join('; ')}` : ''}`;
  },
  answer_taken_back: ({ device }) => `Asked to take the answer back${on(device)}`,
  delivery_tried: ({ device }) => `Asked to deliver the answer now${on(device)}`,

  login_code_issued: ({ device }) => `A sign-in link was made${on(device)}`,
  login_code_cancelled: ({ device }) => `A sign-in link was taken back${on(device)}`,
  device_signed_in: ({ device, address }) => `${device.name} signed in${fromWhere(address)}`,
  sign_in_failed: failedSignInText,
  token_rotated: ({ by }) => `The API token was replaced${on(by)}`,
  device_renamed: ({ device, name, by }) => `Device “${device.name}” is called “${name}” now${on(by)}`,
  device_removed: ({ device, by }) => `Device “${device.name}” was removed${on(by)}`,

  folder_decided: ({ folder, decision, decidedBy }) =>
    `The folder ${folder} ${decisionTexts[decision]} (${answererText(decidedBy)})`,
  folder_forgotten: ({ folder, by }) => `The folder ${folder} is asked about again${on(by)}`,

  channel_made: ({ channel, device }) => `Channel “${channel.name}” (${channel.type}) was made${on(device)}`,
  channel_changed: ({ channel, what, device, reason }) =>
    `Channel “${channel.name}” was changed${on(device)}: ${reason ?? what.join(', ')}`,
  channel_removed: ({ channel, device, reason }) =>
    `Channel “${channel.name}” was removed${on(device)}${reason === undefined ? '' : `: ${reason}`}`,
  channel_tested: ({ channel, ok, detail, device }) =>
    `Channel “${channel.name}” was tested${on(device)}, and ${ok ? 'worked' : 'failed'}: ${detail}`,

  gateway_started: ({ version }) => `Beckon ${version} started`,
  gateway_stopped: () => 'Beckon stopped',
  store_recovered: ({ since, message }) =>
    `Could not write since ${new Date(since).toISOString()}, and can again. ${message}`,
  database_set_aside: ({ path }) => `The database was damaged and was set aside as ${path}; this log begins anew`,
  history_pruned: ({ before, asks, entries }) =>
    `Forgot ${asks} asks and ${entries} entries from before ${new Date(before).toISOString()}`,
};

const decisionTexts: Record<TrustDecision, string> = {
  trusted: 'was trusted',
  without_settings: 'is worked in without its settings',
};

const shownTexts = {
  token: 'token',
  code: 'sign-in code',
  cookie: 'cookie',
  proof: 'proof of a notification',
} as const;

function failedSignInText({ what, count, address, program, device }: FailedSignIn): string {
  const by = `${program === undefined ? '' : ` by ${program}`}${fromWhere(address)}`;
  if (count > 1) return `${count} times in a row something wrong was shown as a ${shownTexts[what]}${by}`;
  if (device) return `The cookie of “${device.name}” was shown without its key${by}`;
  return `A wrong ${shownTexts[what]} was shown${by}`;
}

const movedTexts = {
  list: 'brought back to the list',
  archive: 'archived',
  trash: 'moved to the trash',
  gone: 'deleted for good',
};

const endTexts: Record<EndReason, string> = {
  idle: 'it had nothing to do',
  parked: 'what it asked is parked, and the answer brings it back',
  agent_gone: 'it went away',
  start_failed: 'it could not be started',
  undelivered: 'it could not be started, and an answer waits for it',
  gateway_stopped: 'it went with Beckon, which stopped',
  not_trusted: 'its folder was not opened',
};

/** Why, and what comes of it where the call can come back. */
const parkTexts: Record<ParkReason, [why: string, then: string]> = {
  limit: ['Nobody answered for long', 'the answer brings the agent back'],
  agent_gone: ['The agent went away', 'the answer brings it back'],
  gateway_stopped: ['Beckon stopped', 'the answer brings the agent back'],
};

/** One that was parked before has only lost the agent that was told of its answer. */
function parkedText(parked: Parked | undefined): string {
  if (!parked) return 'the answer has to be delivered again';
  const [why, then] = parkTexts[parked.reason];
  return `parked. ${why}; ${parked.isOrphaned ? 'this call cannot come back, so the answer is told in a message' : then}.`;
}

function againstAnswer({ observed, inTerminal }: AskStep['changed']): string {
  if (inTerminal) return `not done as answered, for in the terminal ${answerText(inTerminal)}`;
  return observed === 'did_not_run' ? 'it did not run, against the answer' : 'it ran all the same, against the answer';
}

function failedText(failed: FailedDelivery | undefined): string {
  const tries = failed && failed.attempts > 1 ? `, after ${failed.attempts} tries` : '';
  return `the answer could not be delivered yet${tries}. ${failed?.message ?? ''}`;
}

function callText({ toolName, gist = '' }: AskStep): string {
  if (toolName === undefined) return gist;
  const { name } = toolWords(toolName, undefined);
  return gist ? `${name} (${gist})` : name;
}

function openedState({ state, carriedFrom }: Ask): string {
  if (carriedFrom !== undefined) return '; an earlier answer to the same call applies';
  return state === 'open' ? '' : `; ${state} when the log began`;
}

function onNewest(receipts: Receipt[] | undefined): string {
  const newest = receipts?.at(-1);
  return newest ? ` on ${newest.device.name}` : '';
}

function calledText(calls: CallReceipt[] | undefined): string {
  const newest = calls?.at(-1);
  if (!newest) return 'its person was called';
  const what = newest.reminder === undefined ? 'called' : 'called again';
  return newest.ok
    ? `its person was ${what} through “${newest.channel.name}”: ${newest.detail}`
    : `its person could not be ${what} through “${newest.channel.name}”: ${newest.detail}`;
}

function given(answerer: Answerer | undefined): string {
  return answerer ? ` (${answererText(answerer)})` : '';
}

/** Why nobody answered this very ask. */
function along({ answeredWith }: AskStep['changed']): string {
  return answeredWith === undefined ? '' : ', with the same ask of another session';
}

function on(device: Device | undefined): string {
  return device ? ` (on ${device.name})` : '';
}

function fromWhere(address: string | undefined): string {
  return address === undefined ? '' : ` (from ${address})`;
}
