// The SQLite database under the state directory: which library, which settings, which tables.
import { chmodSync, closeSync, openSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

/** Two connections to one file, for two promises about power failure. */
export interface Database {
  /** What it commits is on disk. */
  durable: Connection;
  /** What it commits survives the process, and reaches the disk with the next durable commit or checkpoint. */
  relaxed: Connection;
  close(): void;
}

export interface Connection {
  run(sql: string, ...values: SqlValue[]): { changes: number };
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  all(sql: string, ...values: SqlValue[]): Row[];
}

type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/** Without a path, the database is in memory and gone when closed. */
export async function openDatabase(path?: string): Promise<Database> {
  const { DatabaseSync } = await loadSqlite();
  const opened: DatabaseSyncInstance[] = [];
  const open = (settings: string) => {
    const database = new DatabaseSync(path ?? ':memory:');
    opened.push(database);
    database.exec(`PRAGMA busy_timeout = 2000; PRAGMA foreign_keys = ON; ${settings}`);
    return database;
  };
  const close = () => {
    for (const database of opened.splice(0)) database.close();
  };
  try {
    return guarded(() => {
      if (path !== undefined) makePrivate(path);
      const durable = open('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      migrate(durable);
      const relaxed = path === undefined ? durable : open('PRAGMA synchronous = NORMAL');
      return { durable: connection(durable), relaxed: connection(relaxed), close };
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** Before SQLite opens it: the files that it keeps beside it get the same mode. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

interface SqliteLibrary {
  DatabaseSync: new (path: string) => DatabaseSyncInstance;
}

/** Node's own SQLite from version 22.13 on; before that, the same API from a package. */
export async function loadSqlite(): Promise<SqliteLibrary> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13);
  const name = isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite';
  return (await import(name)) as SqliteLibrary;
}

/** Each entry brings the schema one version forward; entries are only ever added. */
const migrations = [
  `CREATE TABLE asks (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     session_id TEXT NOT NULL,
     tool_call_id TEXT NOT NULL,
     state TEXT NOT NULL,
     json TEXT NOT NULL
   );
   CREATE INDEX asks_by_tool_call ON asks (session_id, tool_call_id, number);
   CREATE INDEX asks_unfinished ON asks (number) WHERE state IN ('open', 'answered', 'delivered');

   CREATE TABLE sessions (id TEXT PRIMARY KEY, json TEXT NOT NULL);
   CREATE TABLE messages (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     id TEXT NOT NULL,
     json TEXT NOT NULL,
     UNIQUE (session_id, id)
   );
   CREATE INDEX messages_by_session ON messages (session_id, number);
   CREATE TABLE images (
     id TEXT PRIMARY KEY,
     session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     media_type TEXT NOT NULL,
     data BLOB NOT NULL
   );
   CREATE INDEX images_by_session ON images (session_id);`,
];

function migrate(database: DatabaseSyncInstance): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new BeckonError(
      'store_unavailable',
      'The state directory belongs to a newer Beckon. Update this one to use it.',
    );
  }
  for (const [index, sql] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** Prepares each statement once, and turns what SQLite throws into an error that a person can act on. */
function connection(database: DatabaseSyncInstance): Connection {
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    run: (sql, ...values) => guarded(() => prepared(sql).run(...values)),
    get: (sql, ...values) => guarded(() => prepared(sql).get(...values) as Row | undefined),
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values) as Row[]),
  };
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof BeckonError) throw cause;
    const message = 'Beckon cannot write to its state directory. Check that the disk is neither full nor read-only.';
    throw new BeckonError('store_unavailable', message, { cause });
  }
}
