// What became of an ask, in words: what was answered, by whom, and how far the answer has come. That something was
// approved is said only of an answer that has reached the agent.
import {
  answererText,
  clientKeyOf,
  contradictionText,
  hasArrived,
  kindOf,
  runsSomething,
  terminalAnswerText,
  wayOf,
  withdrawalReasonTexts,
} from '@beckon/protocol';
import type { Ask, PermissionMode, ToolResult } from '@beckon/protocol';
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
  /** No agent starts in this session before its person has said whether to trust its folder. */
  isAtDoor: boolean;
}

/** Undefined while the ask is open. */
export function outcomeOf(ask: Ask, details: OutcomeDetails): Outcome | undefined {
  switch (ask.phase) {
    case 'waiting':
    case 'parked':
    case 'orphaned':
      return undefined;
    case 'delayed':
      return answered(ask, details);
    case 'held':
      return { ...answered(ask, details), progress: details.isAtDoor ? atDoor : 'Bringing the agent back…' };
    case 'undelivered':
      return { ...answered(ask, details), progress: details.isAtDoor ? atDoor : 'Not yet delivered' };
    case 'handed':
      return { ...answered(ask, details), progress: handedWords(ask) };
    case 'done':
      return { ...answered(ask, details), ...ending(ask, details.result) };
    case 'contradicted':
      return notAsAnswered(ask, details);
    case 'unknown':
    case 'withdrawn':
      return withdrawn(ask, details);
  }
}

const atDoor = 'Waits for what you say about its folder';

/** [L11] What happened is said together with what was answered. */
function notAsAnswered(ask: Ask, details: OutcomeDetails): Outcome {
  const { headline, message } = answered(ask, details);
  return {
    headline: `${headline}, ${contradictionText(ask)}`,
    hasFailed: true,
    ...(message !== undefined && { message }),
  };
}

function withdrawn(ask: Ask, { modeName }: OutcomeDetails): Outcome {
  const headline = terminalAnswerText(ask, modeName) ?? whyWithdrawn(ask);
  const message = ask.inTerminal?.type === 'deny' ? ask.inTerminal.message : undefined;
  return {
    headline: isDropped(ask) ? `${headline.replace(/\.?$/, '.')} Your answer was not delivered.` : headline,
    ...(message !== undefined && { message }),
  };
}

function whyWithdrawn(ask: Ask): string {
  const { withdrawalReason } = ask;
  if (withdrawalReason === undefined) return 'No longer asked.';
  const askedAgain = withdrawalReason === 'superseded' ? kindOf(ask).words.askedAgain : undefined;
  return askedAgain ?? withdrawalReasonTexts[withdrawalReason];
}

/** Given up, or answered in the terminal meanwhile, with an answer that no agent had been given then. */
function isDropped({ withdrawalReason, answer, handedAt }: Ask): boolean {
  if (answer === undefined) return false;
  return withdrawalReason === 'given_up' || (withdrawalReason === 'answered_in_terminal' && handedAt === undefined);
}

const toldInMessage = 'Told to the agent in a message';

function handedWords(ask: Ask): string {
  if (!hasArrived(ask)) return 'Handed to the agent; what it did is not seen yet';
  return wayOf(ask) === 'told' ? toldInMessage : 'Delivered to the agent';
}

function ending(ask: Ask, result: ToolResult | undefined): Pick<Outcome, 'progress' | 'hasFailed'> {
  if (wayOf(ask) === 'told') {
    // What the agent does about the message are other calls, with cards of their own.
    return { progress: runsSomething(ask) ? `${toldInMessage}; this call itself did not run` : toldInMessage };
  }
  if (ask.observed === 'stopped') return { progress: 'Stopped while it ran; a part may be done', hasFailed: true };
  if (!result || ask.answer?.type !== 'approve') return { progress: 'The agent went on' };
  return result.isError ? { progress: 'It failed', hasFailed: true } : { progress: 'Done: its result arrived' };
}

function answered(ask: Ask, { submission, modeName }: OutcomeDetails): Outcome {
  if (!ask.answer) return { headline: 'Answered' };
  const isOwn = submission !== undefined && submission.clientKey === clientKeyOf(ask.answeredBy);
  const who = isOwn ? ' by you' : ask.answeredBy ? ` ${answererText(ask.answeredBy)}` : '';
  const hasLost = submission?.state === 'failed' && submission.error.code === 'already_answered' && !isOwn;
  const { words } = kindOf(ask);
  const wish = words.wish(ask.answer, modeName);
  const told = hasArrived(ask)
    ? `${words.deed(ask.answer, modeName)}${who}`
    : `Answered${who}${wish === undefined ? '' : `: ${wish}`}`;
  const carried = ask.carriedFrom === undefined ? '' : ', when it made the same call before';
  const along = ask.answeredWith === undefined ? '' : ', together with another session that asked the same';
  const message = ask.answer.type === 'deny' ? ask.answer.message : undefined;
  return {
    headline: `${hasLost ? 'Another answer came first: ' : ''}${told}${carried}${along}`,
    ...(message !== undefined && { message }),
  };
}
