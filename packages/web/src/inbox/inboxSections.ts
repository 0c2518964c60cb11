// What the inbox shows where: what needs its person, what was answered and has not arrived, what did not go as answered,
// and what is over. Pure.
import type { Ask } from '@beckon/protocol';
import { isOnHold } from '@beckon/protocol';

export interface InboxSections {
  /** Oldest first. One whose agent has the answer keeps its place until it is over: cards do not jump. */
  needsYou: Ask[];
  /** Answered, and no agent has the answer. */
  underWay: Ask[];
  /** Over, and not as its person would expect: not as answered, or nobody knows. Newest first. */
  surprises: Ask[];
  /** Over, newest first. */
  over: Ask[];
}

/** `over` are asks that came to their end, in any order; one that is unfinished again is not among the ended. */
export function inboxSections(unfinished: readonly Ask[], over: readonly Ask[]): InboxSections {
  const known = new Set(unfinished.map(({ id }) => id));
  const ended = over.filter(({ id }) => !known.has(id)).toSorted((a, b) => endOf(b) - endOf(a));
  return {
    needsYou: unfinished.filter((ask) => !isOnHold(ask)),
    underWay: unfinished.filter(isOnHold),
    surprises: ended.filter(isSurprise),
    over: ended.filter((ask) => !isSurprise(ask)),
  };
}

/** When it came to its end. */
function endOf({ settledAt, withdrawnAt, createdAt }: Ask): number {
  return settledAt ?? withdrawnAt ?? createdAt;
}

function isSurprise({ phase }: Ask): boolean {
  return phase === 'contradicted' || phase === 'unknown';
}
