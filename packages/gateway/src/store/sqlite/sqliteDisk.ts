// The file that the stores lie on: whether it takes more, and what it gives back.
import type { Disk } from '../disk.ts';
import type { Database } from './database.ts';
import { isDamage } from './sqlite.ts';

const pagesAtOnce = 250;

export function createSqliteDisk(database: Database): Disk {
  const { durable, relaxed, setAside } = database;
  return {
    setAside,
    onTrouble: (listener) => database.onTrouble((error) => listener(error, { isDamage: isDamage(error.cause) })),
    // Two commits: within one, SQLite would never need the room.
    takeRoom() {
      durable.run('INSERT INTO probe (data) VALUES (zeroblob(65536))');
      durable.run('DELETE FROM probe');
    },
    setPatience: (isPatient) => database.setPatience(isPatient),
    *shrinking() {
      const freePages = () => Number(relaxed.get('PRAGMA freelist_count')?.['freelist_count'] ?? 0);
      for (let left = freePages(); left > 0;) {
        // Read to its end: SQLite gives back one page with each step.
        relaxed.all(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
        const now = freePages();
        if (now >= left) return;
        left = now;
        yield;
      }
      relaxed.all('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    close: () => database.close(),
  };
}
