// Whether the files that a database has open are those at its path. Where the state directory was removed or replaced while
// Beckon runs, SQLite goes on writing into files that nobody will ever find again.
import { statSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';

/** What is at each of the paths now. To be called once the database is open; gives back a check for before each write. */
export function openFiles(path: string): () => void {
  const known = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
    const id = idOf(name);
    return id === undefined ? [] : [{ name, id }];
  });
  return () => {
    for (const { name, id } of known) if (idOf(name) !== id) throw new BeckonError('store_unavailable', sentence);
  };
}

const sentence =
  'Beckon’s state directory was removed or replaced while Beckon runs. Put it back, or stop Beckon; until then nothing is ' +
  'written and no answer is taken.';

/** Undefined where there is no file. */
function idOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev}:${found.ino}`;
  } catch {
    // A folder above it is no folder any more, or may not be looked into.
    return undefined;
  }
}
