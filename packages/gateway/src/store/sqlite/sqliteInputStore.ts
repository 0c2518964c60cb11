// Large inputs in SQLite, a row for each piece.
import type { InputStore } from '../inputStore.ts';
import type { Connection } from './database.ts';

/** Nobody is shown an ask whose input is not there: what is written here reaches the disk with the ask. */
export function createSqliteInputStore({ relaxed }: { relaxed: Connection }, now: () => number): InputStore {
  return {
    keep(digest, number, bytes) {
      relaxed.run(
        'INSERT OR IGNORE INTO inputs (digest, number, kept_at, bytes) VALUES (?, ?, ?, ?)',
        digest,
        number,
        now(),
        bytes,
      );
    },
    read(digest, number) {
      const bytes = relaxed.get('SELECT bytes FROM inputs WHERE digest = ? AND number = ?', digest, number)?.['bytes'];
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
  };
}
