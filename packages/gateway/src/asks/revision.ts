// Whether an ask is the revision of one before it, which its person has sent back.
import type { Ask, AskDraft } from '@beckon/protocol';
import { kindOf } from '@beckon/protocol';

/** Whether there may be one before it. */
export function canBeSentBack(draft: AskDraft): boolean {
  return kindOf(draft).sendsBack !== undefined;
}

/** What an ask says of the last of its kind in its session. One that got no answer stands for the one that it revises. */
export function revision(last: Ask | undefined): Pick<Ask, 'revises'> {
  // Where the terminal was first, its answer is the one that the agent has.
  const answer = last?.inTerminal ?? last?.answer;
  if (!last || !answer) return last?.revises === undefined ? {} : { revises: last.revises };
  return kindOf(last).sendsBack?.(answer) ? { revises: last.id } : {};
}
