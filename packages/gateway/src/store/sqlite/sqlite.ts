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

/** Opening the file: whatever goes wrong is said in words, and nothing is begun. */
export function opening<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BeckonError('store_unavailable', troubleSentence(cause) ?? `Beckon cannot use its database: ${why}`, {
      cause,
    });
  }
}

/**
 * A statement while the gateway runs. What the disk, a lock or the file does to it may pass, and is `store_unavailable`.
 * Anything else is a bug of ours, which no waiting mends: `internal`.
 */
export function running<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    if (isClosed(cause)) throw new BeckonError('shutting_down', 'Beckon has been shut down.', { cause });
    const sentence = troubleSentence(cause);
    if (sentence === undefined) throw BeckonError.from(cause);
    throw new BeckonError('store_unavailable', isDamage(cause) ? sentence : `${sentence} ${goesOn}`, { cause });
  }
}

/** Whether the file is no database, or no whole one. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === results.corrupt || code === results.notADatabase;
}

/** Whether what was written belongs to something that is not there. */
export function isMissingParent(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === foreignKeyViolation;
}

/** SQLite's extended code for it. */
const foreignKeyViolation = 787;

/** The libraries' own word for a database that has been closed. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE';
}

/** What a person can do where the disk, a lock or the file is at fault; undefined where what was written is. */
function troubleSentence(error: unknown): string | undefined {
  return sentences.get(resultCode(error) ?? 0);
}

/** SQLite's primary result codes. */
const results = {
  noPermission: 3,
  busy: 5,
  locked: 6,
  noMemory: 7,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  lockingProtocol: 15,
  notADatabase: 26,
};

const goesOn = 'What waits stays open, and Beckon goes on by itself.';
const isLocked = 'Another program holds Beckon’s database. Close it.';
const isDamaged =
  'Beckon’s database is damaged. Restart Beckon: it sets the damaged file aside, deletes nothing, and starts a new one.';
const cannotOpen = 'Beckon cannot open the files of its state directory. Check that its disk is there and writable.';
const sentences = new Map([
  [results.noPermission, cannotOpen],
  [results.busy, isLocked],
  [results.locked, isLocked],
  [results.noMemory, 'The machine has no memory left for Beckon’s database. Close other programs.'],
  [results.readOnly, 'The disk of Beckon’s state directory is read-only. Make it writable.'],
  [results.ioError, 'The disk of Beckon’s state directory reports errors. Check it.'],
  [results.corrupt, isDamaged],
  [results.full, 'The disk of Beckon’s state directory is full. Make room.'],
  [results.cannotOpen, cannotOpen],
  [results.lockingProtocol, isLocked],
  [results.notADatabase, isDamaged],
]);

/**
 * The extended code that SQLite gives holds the primary one in its last byte. Where `all` throws, the library for Node 20
 * leaves it out, and has only SQLite's words.
 */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : words.get(error.message);
}

const words = new Map([
  ['access permission denied', results.noPermission],
  ['database is locked', results.busy],
  ['database table is locked', results.locked],
  ['out of memory', results.noMemory],
  ['attempt to write a readonly database', results.readOnly],
  ['disk I/O error', results.ioError],
  ['database disk image is malformed', results.corrupt],
  ['database or disk is full', results.full],
  ['unable to open database file', results.cannotOpen],
  ['locking protocol', results.lockingProtocol],
  ['file is not a database', results.notADatabase],
]);
