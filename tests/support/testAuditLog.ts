// The audit log of a database, for tests that write to it.
import type { Database } from '../../packages/gateway/src/store/sqlite/database.ts';
import { sqliteStores } from '../../packages/gateway/src/store/sqlite/sqliteStores.ts';
import { AuditLog } from '../../packages/gateway/src/log/auditLog.ts';

export function auditLogOf(database: Database, now: () => number = () => 1): AuditLog {
  return new AuditLog({
    store: sqliteStores(database, now).log,
    onUnwritten(error) {
      throw error;
    },
  });
}
