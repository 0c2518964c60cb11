// A damaged database: found when it is opened, moved out of the way with all that belongs to it, never deleted.
import { existsSync, renameSync, statSync } from 'node:fs';
import { dateName } from './dateName.ts';
import { isDamage, loadSqlite } from './sqlite.ts';

/** Where the damaged database that was at `path` is now; undefined where it is whole. */
export async function setAsideIfDamaged(path: string, now: number): Promise<string | undefined> {
  if (!(await isDamaged(path))) return undefined;
  const place = dateName(`${path}.corrupt-`, now, '');
  // The log of writes goes first: a file without it is older, one with a log that is not its own would be worse.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${place}${suffix}`);
  }
  return place;
}

async function isDamaged(path: string): Promise<boolean> {
  if (isEmptied(path)) return true;
  const { DatabaseSync } = await loadSqlite();
  // One that could write would delete the log of writes when it is closed, damaged or not.
  const database = new DatabaseSync(path, { readOnly: true });
  const found: unknown[] = [];
  try {
    // Through `exec`, which leaves no statement behind: the library for Node 20 closes a file only when its statements
    // are collected.
    database.function('found', (text: unknown) => void found.push(text));
    database.exec('PRAGMA busy_timeout = 2000; SELECT found(quick_check) FROM pragma_quick_check');
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    database.close();
  }
  return found[0] !== 'ok';
}

/** SQLite would take an empty file for a new database, and throw away the log of writes that lies beside it. */
function isEmptied(path: string): boolean {
  return statSync(path).size === 0 && existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}
