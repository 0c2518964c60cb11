// The index as a file: Beckon's own, beside its database, and made of nothing that is not elsewhere too. One that is missing,
// damaged, of another version, or about other folders is thrown away and begun anew.
import { rmSync } from 'node:fs';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { isDamage, loadSqlite } from '../store/sqlite/sqlite.ts';
import { makePrivate } from '../store/sqlite/privateFile.ts';

export type Row = Record<string, Value | undefined>;
type Value = string | number | null;

export interface IndexFile extends Disposable {
  run(sql: string, ...values: Value[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  /** All of it is kept, or nothing. */
  together(work: () => void): void;
}

/** Another number than the file's: it is made anew. */
const version = 1;

/** What makes one index another than the next, beside its version. */
export interface IndexScope {
  projects: string;
  /** Folders of which nothing is taken up. */
  leftOut: readonly string[];
}

/** For the one who writes. */
export async function openIndex(path: string, scope: IndexScope): Promise<IndexFile> {
  try {
    const index = await opened(path, scope);
    if (index) return index;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  removeIndex(path);
  const index = await opened(path, scope);
  if (index) return index;
  throw new Error('a new index is not as it was made');
}

/** For those who look something up, while another may write. Undefined where there is no index that can be used. */
export async function openIndexForReading(path: string): Promise<IndexFile | undefined> {
  const { DatabaseSync } = await loadSqlite();
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec('PRAGMA busy_timeout = 2000; PRAGMA mmap_size = 268435456');
    if (versionOf(database) === version) return fileOf(database);
  } catch {
    // Not there yet, or half made.
  }
  database?.close();
  return undefined;
}

export function removeIndex(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) rmSync(name, { force: true });
}

/** Undefined where it is of another version or scope. */
async function opened(path: string, scope: IndexScope): Promise<IndexFile | undefined> {
  const { DatabaseSync } = await loadSqlite();
  makePrivate(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 500');
    const found = versionOf(database);
    const index = fileOf(database);
    const wanted = JSON.stringify({ projects: scope.projects, leftOut: scope.leftOut.toSorted() });
    if (found === 0) make(database, wanted);
    else if (found !== version || index.get("SELECT value FROM meta WHERE name = 'scope'")?.['value'] !== wanted) {
      database.close();
      return undefined;
    }
    return index;
  } catch (error) {
    database.close();
    throw error;
  }
}

function versionOf(database: DatabaseSyncInstance): number {
  return Number((database.prepare('PRAGMA user_version').get() as Row | undefined)?.['user_version'] ?? 0);
}

function make(database: DatabaseSyncInstance, scope: string): void {
  database.exec(`BEGIN IMMEDIATE; ${tables}; PRAGMA user_version = ${version}; COMMIT`);
  // Larger pieces at once: fewer of them have to be put together later.
  database.exec("INSERT INTO words (words, rank) VALUES ('hashsize', 4194304), ('automerge', 16)");
  database.prepare("INSERT INTO meta VALUES ('scope', ?)").run(scope);
}

/**
 * The number of a piece of text tells when it was written, so that the latest come first without being sorted, and a time is
 * a range of numbers. Its text is not kept: `words` finds it, and the transcript has it, at `offset`.
 */
const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE folders (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
  CREATE TABLE models (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    agent TEXT,
    inode INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    offset INTEGER NOT NULL,
    mark TEXT NOT NULL,
    skipped INTEGER NOT NULL,
    state TEXT NOT NULL
  );
  CREATE INDEX files_by_session ON files (session);
  CREATE TABLE docs (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    offset INTEGER NOT NULL,
    size INTEGER NOT NULL,
    part INTEGER NOT NULL,
    folder INTEGER,
    call INTEGER
  );
  CREATE INDEX docs_by_file ON docs (file);
  CREATE INDEX docs_by_call ON docs (call) WHERE call IS NOT NULL;
  CREATE VIRTUAL TABLE words USING fts5(
    text, facets, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
  CREATE TABLE spent (
    message INTEGER NOT NULL,
    file INTEGER NOT NULL,
    at INTEGER NOT NULL,
    folder INTEGER,
    model INTEGER NOT NULL,
    input INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cache_read INTEGER NOT NULL,
    cache_write INTEGER NOT NULL,
    PRIMARY KEY (file, message)
  ) WITHOUT ROWID;
  CREATE TABLE costs (file INTEGER NOT NULL, at INTEGER NOT NULL, folder INTEGER, model INTEGER NOT NULL, usd REAL NOT NULL);
  CREATE INDEX costs_by_file ON costs (file);
  CREATE TABLE sessions (id TEXT PRIMARY KEY, folder INTEGER, cwd TEXT NOT NULL, title TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE asks (
    id TEXT PRIMARY KEY,
    doc INTEGER UNIQUE,
    session TEXT NOT NULL,
    call TEXT NOT NULL,
    tool TEXT NOT NULL,
    headline TEXT NOT NULL,
    text TEXT NOT NULL,
    said TEXT NOT NULL DEFAULT '',
    at INTEGER NOT NULL,
    answered_at INTEGER,
    is_by_person INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE entries (number INTEGER PRIMARY KEY, doc INTEGER NOT NULL UNIQUE, session TEXT, at INTEGER NOT NULL, text TEXT NOT NULL);
`;

/** Each statement is prepared once. */
function fileOf(database: DatabaseSyncInstance): IndexFile {
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    run: (sql, ...values) => prepared(sql).run(...values),
    get: (sql, ...values) => prepared(sql).get(...values) as Row | undefined,
    all: (sql, ...values) => prepared(sql).all(...values) as Row[],
    together(work) {
      database.exec('BEGIN IMMEDIATE');
      try {
        work();
        database.exec('COMMIT');
      } catch (error) {
        try {
          database.exec('ROLLBACK');
        } catch {
          // SQLite rolls back by itself where the disk is full.
        }
        throw error;
      }
    },
    [Symbol.dispose]() {
      try {
        // SQLite does so when the last connection closes; the library for Node 20 closes too late for that.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // Whoever only reads cannot, and need not.
      }
      database.close();
    },
  };
}
