// Files for their owner alone.
import { chmodSync, closeSync, openSync } from 'node:fs';

/** Before SQLite opens it, too: the files that it keeps beside a database get the database's mode. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
