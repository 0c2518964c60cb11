// The SQLite database under the state directory: opened, checked, brought up to date, and spoken to in plain SQL.
import { existsSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { backUp } from './backup.ts';
import { makePrivate } from './privateFile.ts';
import { openFiles } from './openFiles.ts';
import { migrate, requireNewest } from './schema.ts';
import { setAsideIfDamaged } from './setAside.ts';
import { loadSqlite, opening, running } from './sqlite.ts';

/** Two connections to one file, for two promises about power failure. */
export interface Database {
  /** What it commits is on disk. */
  durable: Connection;
  /** What it commits survives the process, and reaches the disk with the next durable commit or checkpoint. */
  relaxed: Connection;
  /** Where the damaged database is now that was found in this one's place. */
  setAside: string | undefined;
  /** Whether a write that finds the file locked may wait a moment for it. */
  setPatience(isPatient: boolean): void;
  /** Calls back whenever the disk, a lock or the file keeps a statement from its work. */
  onTrouble(listener: (error: BeckonError) => void): void;
  close(): void;
}

export interface Connection {
  run(sql: string, ...values: SqlValue[]): { changes: number };
  get(sql: string, ...values: SqlValue[]): Row | undefined;
  all(sql: string, ...values: SqlValue[]): Row[];
  /** Commits all that the work writes, or nothing of it where it throws. */
  transaction<T>(work: () => T): T;
}

type SqlValue = string | number | bigint | null | Uint8Array;
export type Row = Record<string, SqlValue>;

/**
 * SQLite waits in the thread that everything else runs in. Nobody but us should write here, and readers hold nobody up,
 * so a lock that lasts is a foreign one: better to say so at once than to stop for it with every write.
 */
const lockWaitMs = 50;

/** Without a path, the database is in memory and gone when closed. */
export async function openDatabase(path?: string, now: () => number = Date.now): Promise<Database> {
  const { DatabaseSync } = await loadSqlite();
  const setAside = path === undefined ? undefined : await checked(path, now());
  const opened: DatabaseSyncInstance[] = [];
  const open = (settings: string) => {
    const database = new DatabaseSync(path ?? ':memory:');
    opened.push(database);
    database.exec(`PRAGMA busy_timeout = 2000; PRAGMA foreign_keys = ON; ${settings}`);
    return database;
  };
  const close = () => {
    for (const database of opened.splice(0)) closeWhole(database);
  };
  let listener: (error: BeckonError) => void = () => undefined;
  try {
    return opening(() => {
      const durable = open('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      migrate(durable, (version) => path !== undefined && backUp(durable, { path, version, now: now() }));
      giveBackFreeSpace(durable);
      const relaxed = path === undefined ? durable : open('PRAGMA synchronous = NORMAL');
      const setPatience = (isPatient: boolean) => {
        for (const database of opened) database.exec(`PRAGMA busy_timeout = ${isPatient ? lockWaitMs : 0}`);
      };
      setPatience(true);
      const requireFiles = path === undefined ? () => undefined : openFiles(path);
      const connect = (database: DatabaseSyncInstance) =>
        connection(database, { onTrouble: (error) => listener(error), requireFiles });
      const watch = (heard: typeof listener) => void (listener = heard);
      return { durable: connect(durable), relaxed: connect(relaxed), setAside, setPatience, onTrouble: watch, close };
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads only, whether or not a gateway runs. Where there is no database yet, undefined. */
export async function openForReading(path: string): Promise<(Pick<Connection, 'all'> & Disposable) | undefined> {
  if (!existsSync(path)) return undefined;
  const { DatabaseSync } = await loadSqlite();
  const database = opening(() => new DatabaseSync(path, { readOnly: true }));
  const close = () => database.close();
  try {
    opening(() => {
      database.exec('PRAGMA busy_timeout = 2000');
      requireNewest(database);
    });
  } catch (error) {
    close();
    throw error;
  }
  const { all } = connection(database, { onTrouble: () => undefined, requireFiles: () => undefined });
  return { all, [Symbol.dispose]: close };
}

async function checked(path: string, now: number): Promise<string | undefined> {
  try {
    makePrivate(path);
    const setAside = await setAsideIfDamaged(path, now);
    if (setAside !== undefined) makePrivate(path);
    return setAside;
  } catch (error) {
    return opening(() => {
      throw error;
    });
  }
}

/** SQLite leaves all in one file when the last connection closes; the library for Node 20 does that too late. */
function closeWhole(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // What was committed is safe where it is.
  }
  database.close();
}

const incremental = 2;

/** A file from before this was the setting is written anew, once; where there is no room for that, later. */
function giveBackFreeSpace(database: DatabaseSyncInstance): void {
  const isSet = () => database.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum === incremental;
  if (isSet()) return;
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch {
    // Nothing but room is lost.
  }
}

interface Surroundings {
  onTrouble(error: BeckonError): void;
  /** Throws where what would be written goes nowhere. */
  requireFiles(): void;
}

/** Prepares each statement once, and tells of whatever the disk, a lock or the file does to it. */
function connection(database: DatabaseSyncInstance, { onTrouble, requireFiles }: Surroundings): Connection {
  let isInTransaction = false;
  const statements = new Map<string, StatementSyncInstance>();
  const prepared = (sql: string): StatementSyncInstance => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const told = <T>(work: () => T): T => {
    try {
      return running(work);
    } catch (error) {
      if (error instanceof BeckonError && error.code === 'store_unavailable') onTrouble(error);
      throw error;
    }
  };
  const run: Connection['run'] = (sql, ...values) =>
    told(() => {
      if (!isInTransaction) requireFiles();
      return prepared(sql).run(...values);
    });
  const rollBack = () => {
    try {
      prepared('ROLLBACK').run();
    } catch {
      // SQLite rolls back by itself where the disk is full; there is nothing left to do then.
    }
  };
  return {
    run,
    get: (sql, ...values) => told(() => prepared(sql).get(...values) as Row | undefined),
    all: (sql, ...values) => told(() => prepared(sql).all(...values) as Row[]),
    transaction(work) {
      run('BEGIN IMMEDIATE');
      isInTransaction = true;
      try {
        const result = work();
        run('COMMIT');
        return result;
      } catch (error) {
        rollBack();
        throw error;
      } finally {
        isInTransaction = false;
      }
    },
  };
}
