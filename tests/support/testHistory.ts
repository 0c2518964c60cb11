// The audit log of a database, for tests that write to it.
import type { Database } from '../../packages/gateway/src/store/sqlite/database.ts';
import { sqliteStores } from '../../packages/gateway/src/store/sqlite/sqliteStores.ts';
import { History } from '../../packages/gateway/src/log/history.ts';

export function historyOf(database: Database, now: () => number = () => 1): History {
  return new History({
    store: sqliteStores(database, now).log,
    onUnwritten(error) {
      throw error;
    },
  });
}
