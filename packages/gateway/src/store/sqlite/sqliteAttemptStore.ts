// What clients asked for under a key of theirs, in SQLite: one row each.
import type { AttemptStore } from '../attemptStore.ts';
import type { Connection } from './database.ts';

export function createSqliteAttemptStore({ relaxed: connection }: { relaxed: Connection }): AttemptStore {
  return {
    has: (id) => connection.get('SELECT id FROM attempts WHERE id = ?', id) !== undefined,
    add(ids, at) {
      connection.transaction(() => {
        for (const id of ids) connection.run('INSERT OR IGNORE INTO attempts (id, at) VALUES (?, ?)', id, at);
      });
    },
    forget(before) {
      connection.run('DELETE FROM attempts WHERE at < ?', before);
    },
  };
}
