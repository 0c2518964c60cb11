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
  // Through `exec`, which leaves no statement behind: the library for Node 20 closes a file only when its statements
  // are collected.
  const find = (sql: string): unknown[] => {
    database.exec(sql);
    return found.splice(0);
  };
  try {
    database.function('found', (text: unknown) => void found.push(text));
    const [check] = find('PRAGMA busy_timeout = 2000; SELECT found(quick_check) FROM pragma_quick_check');
    return check !== 'ok' || hasUnreadable(find);
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Unfinished asks, by what every version has of them, and all sessions. */
const readAtStart = `
  SELECT json FROM asks WHERE state NOT IN ('settled', 'withdrawn')
  UNION ALL SELECT json FROM sessions`;

/**
 * Whether a row that every start reads is no JSON: `quick_check` looks at the file's structure, not at what its rows
 * say. SQLite only finds the suspects, for there is JSON that is too deep for it and still good; what is not even text
 * is another version's way of keeping it.
 */
function hasUnreadable(find: (sql: string) => unknown[]): boolean {
  try {
    const suspects = find(
      `SELECT found(json) FROM (${readAtStart}) WHERE typeof(json) = 'text' AND NOT json_valid(json)`,
    );
    return suspects.some((text) => !isJson(String(text)));
  } catch (error) {
    if (isDamage(error)) return true;
    // No such table or column: the file is new, or a newer Beckon's, of which whoever opens it next will speak.
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** SQLite would take an empty file for a new database, and throw away the log of writes that lies beside it. */
function isEmptied(path: string): boolean {
  return statSync(path).size === 0 && existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}
