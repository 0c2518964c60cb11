// When an ask was over, for stores that forget what was over long ago; undefined while it is unfinished.
import type { Ask } from '@beckon/protocol';
import { isOver } from '@beckon/protocol';

export function finishedAt(ask: Ask): number | undefined {
  return isOver(ask) ? (ask.settledAt ?? ask.withdrawnAt ?? ask.createdAt) : undefined;
}
