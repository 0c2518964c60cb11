// What became of an ask, in words: what was answered, by whom, and how far the answer has come. That something was
// approved is said only of an answer that has reached the agent.
import { answererText, clientKeyOf, wayOf, withdrawalReasonTexts } from '@beckon/protocol';
import type { Answer, Ask, PermissionMode, ToolResult } from '@beckon/protocol';
import type { Submission } from '../store/answering.ts';

export interface Outcome {
  /** For example "Approved on Firefox on Linux". */
  headline: string;
  /** The furthest that the answer has come. */
  progress?: string;
  /** What the person wrote to the agent. */
  message?: string;
  /** What was approved was done, and did not work. */
  hasFailed?: boolean;
}

export interface OutcomeDetails {
  submission: Submission | undefined;
  /** Of the call, where it is there to be seen. */
  result: ToolResult | undefined;
  /** A permission mode in its driver's words. */
  modeName: (mode: PermissionMode) => string;
}

/** Undefined while the ask is open. */
export function outcomeOf(ask: Ask, details: OutcomeDetails): Outcome | undefined {
  switch (ask.phase) {
    case 'waiting':
    case 'parked':
    case 'orphaned':
      return undefined;
    case 'held':
      return { ...answered(ask, details), progress: 'Bringing the agent back…' };
    case 'undelivered':
      return { ...answered(ask, details), progress: 'Not yet delivered' };
    case 'handed':
      return { ...answered(ask, details), progress: handedWords(ask) };
    case 'done':
      return { ...answered(ask, details), ...ending(ask, details.result) };
    case 'contradicted':
      return {
        ...answered(ask, details),
        progress: 'But it ran all the same',
        hasFailed: true,
      };
    case 'unknown':
    case 'withdrawn':
      return { headline: `${whyWithdrawn(ask)}${isDropped(ask) ? ' Your answer was not delivered.' : ''}` };
  }
}

function whyWithdrawn({ withdrawalReason }: Ask): string {
  return withdrawalReason ? withdrawalReasonTexts[withdrawalReason] : 'No longer asked.';
}

/** Given up with an answer that no agent was given. */
function isDropped({ withdrawalReason, answer, handedAt, deliveredAt }: Ask): boolean {
  return withdrawalReason === 'given_up' && answer !== undefined && handedAt === undefined && deliveredAt === undefined;
}

const toldInMessage = 'Told to the agent in a message';

function handedWords(ask: Ask): string {
  if (ask.state === 'answered') return 'Answer saved, on its way to the agent…';
  return wayOf(ask) === 'told' ? toldInMessage : 'Delivered to the agent';
}

function ending(ask: Ask, result: ToolResult | undefined): Pick<Outcome, 'progress' | 'hasFailed'> {
  const { kind, answer } = ask;
  if (wayOf(ask) === 'told') {
    // What the agent does about the message are other calls, with cards of their own.
    const wasToRun = kind === 'approval' && answer?.type === 'approve';
    return { progress: wasToRun ? `${toldInMessage}; this call itself did not run` : toldInMessage };
  }
  if (!result || answer?.type !== 'approve') return { progress: 'The agent went on' };
  return result.isError ? { progress: 'It failed', hasFailed: true } : { progress: 'Done: its result arrived' };
}

function answered(ask: Ask, { submission, modeName }: OutcomeDetails): Outcome {
  if (!ask.answer) return { headline: 'Answered' };
  const isOwn = submission !== undefined && submission.clientKey === clientKeyOf(ask.answeredBy);
  const who = isOwn ? ' by you' : ask.answeredBy ? ` ${answererText(ask.answeredBy)}` : '';
  const hasLost = submission?.state === 'failed' && submission.error.code === 'already_answered' && !isOwn;
  const extent = extentOf(ask.answer, modeName);
  const told =
    ask.state === 'answered'
      ? `Answered${who}${wish(ask, ask.answer, extent)}`
      : `${deed(ask, ask.answer, extent)}${who}`;
  const carried = ask.carriedFrom === undefined ? '' : ', when it made the same call before';
  const message = ask.answer.type === 'deny' ? ask.answer.message : undefined;
  return {
    headline: `${hasLost ? 'Another answer came first: ' : ''}${told}${carried}`,
    ...(message !== undefined && { message }),
  };
}

function wish({ kind }: Ask, answer: Answer, extent: Extent): string {
  switch (answer.type) {
    case 'answers':
      return '';
    case 'deny':
      return `: ${kind === 'plan' ? 'send it back' : kind === 'question' ? 'no answer' : 'deny'}`;
    case 'approve':
      return `: approve${extent('allow')}`;
  }
}

function deed({ kind }: Ask, answer: Answer, extent: Extent): string {
  switch (answer.type) {
    case 'answers':
      return 'Answered';
    case 'deny':
      return kind === 'plan' ? 'Sent back' : kind === 'question' ? 'Not answered' : 'Denied';
    case 'approve':
      return `Approved${extent('allowed')}`;
  }
}

type Extent = (allow: 'allow' | 'allowed') => string;

/** What an approval grants beside the call itself. */
function extentOf(answer: Answer, modeName: OutcomeDetails['modeName']): Extent {
  if (answer.type !== 'approve') return () => '';
  const { updatedInput, remember, permissionMode } = answer;
  const changed = updatedInput ? ' with changes' : '';
  const mode = permissionMode ? ` (going on in “${modeName(permissionMode)}”)` : '';
  return (allow) => `${changed}${remember ? ` and always ${allow}` : ''}${mode}`;
}
