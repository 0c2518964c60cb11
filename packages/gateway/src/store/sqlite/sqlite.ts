// Which SQLite library is used, and what its errors mean to a person.
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

interface SqliteLibrary {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DatabaseSyncInstance;
}

let library: Promise<SqliteLibrary> | undefined;

/** Node's own SQLite from version 22.13 on; before that, the same API from a package. */
export function loadSqlite(): Promise<SqliteLibrary> {
  return (library ??= load());
}

async function load(): Promise<SqliteLibrary> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13);
  return isBuiltIn ? unwarned('node:sqlite') : import('@photostructure/sqlite');
}

/** Node 22 warns, on standard error, that its SQLite may yet change; to whoever runs Beckon that says nothing. */
async function unwarned(name: string): Promise<SqliteLibrary> {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return (await import(name)) as SqliteLibrary;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Does the work, and turns what SQLite throws into an error that a person can act on. */
export function guarded<T>(work: () => T, isRunning = false): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    const sentence = sentences.get(resultCode(cause) ?? 0) ?? general;
    const message = isRunning && !isDamage(cause) ? `${sentence} ${goesOn}` : sentence;
    throw new BeckonError('store_unavailable', message, { cause });
  }
}

/** Whether the file is no database, or no whole one. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === results.corrupt || code === results.notADatabase;
}

/** Whether the disk, a lock or the file is at fault, and not what was written: another try may succeed. */
export function isTrouble(error: BeckonError): boolean {
  const code = resultCode(error.cause);
  return code !== undefined && sentences.has(code);
}

/** SQLite's primary result codes. */
const results = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

const goesOn = 'What waits stays open, and Beckon goes on by itself.';
const isLocked = 'Another program holds Beckon’s database. Close it.';
const isDamaged =
  'Beckon’s database is damaged. Restart Beckon: it sets the damaged file aside, deletes nothing, and starts a new one.';
const sentences = new Map([
  [results.busy, isLocked],
  [results.locked, isLocked],
  [results.readOnly, 'The disk of Beckon’s state directory is read-only. Make it writable.'],
  [results.ioError, 'The disk of Beckon’s state directory reports errors. Check it.'],
  [results.corrupt, isDamaged],
  [results.full, 'The disk of Beckon’s state directory is full. Make room.'],
  [
    results.cannotOpen,
    'Beckon cannot open the files of its state directory. Check that its disk is there and writable.',
  ],
  [results.notADatabase, isDamaged],
]);
const general = 'Beckon cannot write to its state directory. Check that the disk is neither full nor read-only.';

/**
 * The extended code that SQLite gives holds the primary one in its last byte. Where `all` throws, the library for Node 20
 * leaves it out, and has only SQLite's words.
 */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : words.get(error.message);
}

const words = new Map([
  ['database is locked', results.busy],
  ['database table is locked', results.locked],
  ['attempt to write a readonly database', results.readOnly],
  ['disk I/O error', results.ioError],
  ['database disk image is malformed', results.corrupt],
  ['database or disk is full', results.full],
  ['unable to open database file', results.cannotOpen],
  ['file is not a database', results.notADatabase],
]);
