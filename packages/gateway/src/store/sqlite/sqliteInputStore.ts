// Large inputs in SQLite, a row for each piece.
import type { InputStore } from '../inputStore.ts';
import type { Connection } from './database.ts';

/** Nobody is shown an ask whose input is not there: what is written here reaches the disk with the ask. */
export function createSqliteInputStore({ relaxed }: { relaxed: Connection }, now: () => number): InputStore {
  return {
    keep(digest, number, bytes) {
      relaxed.run(
        `INSERT INTO inputs (digest, number, kept_at, bytes) VALUES (?, ?, ?, ?)
           ON CONFLICT (digest, number) DO UPDATE SET kept_at = excluded.kept_at`,
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
    count: (digest) =>
      Number(relaxed.get('SELECT count(*) AS pieces FROM inputs WHERE digest = ?', digest)?.['pieces']),
  };
}
