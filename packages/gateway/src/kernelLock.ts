// A lock on a file, held through SQLite: it is the kernel's, goes when the process goes, however that happens, and is never
// stale.
import { existsSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivate } from './store/sqlite/privateFile.ts';
import { loadSqlite } from './store/sqlite/sqlite.ts';

/** A command that looks whether the lock is held has it for a moment itself: a gateway that starts just then waits. */
const lookMs = 250;

/** Throws `store_unavailable` where it cannot be had, with what `refusal` says of the cause. */
export async function holdLock(file: string, refusal: (cause: unknown) => string): Promise<{ close(): void }> {
  const { DatabaseSync } = await loadSqlite();
  let lock: DatabaseSyncInstance | undefined;
  try {
    makePrivate(file);
    lock = new DatabaseSync(file);
    lock.exec(`PRAGMA busy_timeout = ${lookMs}; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE`);
    return lock;
  } catch (cause) {
    lock?.close();
    throw new BeckonError('store_unavailable', refusal(cause), { cause });
  }
}

/**
 * Whether somebody holds it; undefined where that cannot be tried. A reader's lock is enough to tell, needs no disk that can
 * be written, and is no obstacle to another: two commands never take each other for a gateway.
 */
export async function isLockHeld(file: string): Promise<boolean | undefined> {
  if (!existsSync(file)) return false;
  const { DatabaseSync } = await loadSqlite();
  try {
    const lock = new DatabaseSync(file, { readOnly: true });
    try {
      lock.exec('PRAGMA busy_timeout = 0; SELECT count(*) FROM sqlite_master');
      return false;
    } finally {
      lock.close();
    }
  } catch (error) {
    return isBusy(error) ? true : undefined;
  }
}

/** SQLite's own number for a lock that another holds. */
const sqliteBusy = 5;

/** Whether another holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
