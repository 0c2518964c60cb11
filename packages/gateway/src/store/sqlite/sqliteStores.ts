// All stores on one SQLite database. An ask's step, or a session's, and its entries in the log are one transaction.
import type { Stores } from '../stores.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { createSqliteAskStore } from './sqliteAskStore.ts';
import { createSqliteAttemptStore } from './sqliteAttemptStore.ts';
import { createSqliteChannelStore } from './sqliteChannelStore.ts';
import { createSqliteDeviceStore } from './sqliteDeviceStore.ts';
import { createSqliteDisk } from './sqliteDisk.ts';
import { createSqliteInputStore } from './sqliteInputStore.ts';
import { createSqliteLogStore } from './sqliteLogStore.ts';
import { createSqliteSessionStore } from './sqliteSessionStore.ts';
import { createSqliteTrustStore } from './sqliteTrustStore.ts';
import { createSqliteSettingsStore } from './sqliteSettingsStore.ts';

/** Without a path, in memory, and gone when closed. */
export async function openSqliteStores(path?: string, now: () => number = Date.now): Promise<Stores> {
  return sqliteStores(await openDatabase(path, now), now);
}

/** `now` gives the entries of the log their times. */
export function sqliteStores(database: Database, now: () => number = Date.now): Stores {
  const log = createSqliteLogStore(database, now);
  return {
    asks: createSqliteAskStore(database, log),
    inputs: createSqliteInputStore(database, now),
    sessions: createSqliteSessionStore(database, log),
    log,
    attempts: createSqliteAttemptStore(database),
    devices: createSqliteDeviceStore(database),
    trust: createSqliteTrustStore(database),
    settings: createSqliteSettingsStore(database),
    channels: createSqliteChannelStore(database),
    disk: createSqliteDisk(database),
  };
}
