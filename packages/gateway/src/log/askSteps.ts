// What a change of an ask looks like in the audit log: found by comparing the ask before and after, so that nothing that
// the ledger changes can be missing there.
import { isDeepStrictEqual } from 'node:util';
import type { Ask, AskState, AskStep, LogDraft } from '@beckon/protocol';
import { grantsOf, kindOf } from '@beckon/protocol';

/** The types of entries that tell a step. */
type AskStepType = Extract<LogDraft, { data: AskStep }>['type'];

export function openedEntry(ask: Ask): LogDraft {
  return { type: 'ask_opened', sessionId: ask.sessionId, askId: ask.id, data: { ask } };
}

/** The step itself, and what it grants where its answer said "always". */
export function stepEntries(before: Ask, after: Ask): LogDraft[] {
  const { sessionId, id: askId, toolName } = after;
  const gist = shortened(kindOf(after).words.gist(after));
  const removed = Object.keys(before).filter((key) => !(key in after));
  const changed = Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, before[key as keyof Ask])),
  );
  const data = {
    ...(toolName !== undefined && { toolName }),
    ...(gist && { gist }),
    changed,
    ...(removed.length > 0 && { removed }),
  };
  const type = before.state === after.state ? typeOf(changed, removed) : stateType(before, after);
  return [{ type, sessionId, askId, data }, ...grants(before, after)];
}

/** Enough to know it by: every step repeats it. */
const longestGist = 60;

function shortened(gist: string): string {
  return gist.length > longestGist ? `${gist.slice(0, longestGist)} …` : gist;
}

function typeOf(changed: object, removed: readonly string[]): AskStepType {
  if (removed.includes('parked')) return 'ask_resumed';
  if (removed.includes('dueAt') && !('handedAt' in changed)) return 'ask_due';
  return fieldTypes.find(([field]) => field in changed)?.[1] ?? 'ask_changed';
}

/** What a change says where the state stays; of several the first. */
const fieldTypes = [
  ['parked', 'ask_parked'],
  ['failedDelivery', 'ask_delivery_failed'],
  ['handedAt', 'ask_handed'],
  ['inTerminal', 'ask_explained'],
  ['seen', 'ask_seen'],
  ['shown', 'ask_shown'],
  ['called', 'ask_called'],
] as const satisfies [keyof Ask, LogDraft['type']][];

function stateType(before: Ask, after: Ask): AskStepType {
  const isBack = before.state === 'delivered' && after.state === 'answered';
  return isBack ? 'ask_parked' : stateTypes[after.state];
}

const stateTypes = {
  open: 'ask_reopened',
  answered: 'ask_answered',
  delivered: 'ask_delivered',
  settled: 'ask_settled',
  withdrawn: 'ask_withdrawn',
} as const satisfies Record<AskState, LogDraft['type']>;

function grants(before: Ask, after: Ask): LogDraft[] {
  const { sessionId, id: askId, answer, answeredBy } = after;
  const isGiven = before.answer === undefined && answer?.type === 'approve' && Boolean(answer.remember);
  if (!isGiven || !answeredBy) return [];
  return [{ type: 'rule_granted', sessionId, askId, data: { suggestions: grantsOf(after), grantedBy: answeredBy } }];
}
