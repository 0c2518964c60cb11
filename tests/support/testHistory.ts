// The audit log of a database, for tests that write to it.
import type { Database } from '../../packages/gateway/src/store/sqlite/database.ts';
import { History } from '../../packages/gateway/src/log/history.ts';

export function historyOf({ durable, relaxed }: Database, now: () => number = () => 1): History {
  return new History({
    durable,
    relaxed,
    now,
    onUnwritten(error) {
      throw error;
    },
  });
}
