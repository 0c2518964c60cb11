// The tables, as a list of migrations that is only ever added to, and the way forward for an older file: first a backup,
// then one transaction a version.
import { BeckonError } from '@beckon/protocol';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Each entry brings the schema one version forward. */
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

  // The audit log. What was there before it is taken into it as it stands.
  `ALTER TABLE asks ADD COLUMN finished_at INTEGER;
   UPDATE asks
     SET finished_at = coalesce(json ->> 'settledAt', json ->> 'withdrawnAt', json ->> 'createdAt')
     WHERE state IN ('settled', 'withdrawn');
   DROP INDEX asks_unfinished;
   CREATE INDEX asks_unfinished ON asks (number) WHERE finished_at IS NULL;
   CREATE INDEX asks_finished ON asks (finished_at) WHERE finished_at IS NOT NULL;

   CREATE TABLE log (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     type TEXT NOT NULL,
     session_id TEXT,
     ask_id TEXT,
     json TEXT NOT NULL
   );
   CREATE INDEX log_by_session ON log (session_id) WHERE session_id IS NOT NULL;
   CREATE INDEX log_by_ask ON log (ask_id) WHERE ask_id IS NOT NULL;
   INSERT INTO log (at, type, session_id, ask_id, json)
     SELECT at, type, session_id, ask_id, json FROM (
       SELECT json ->> 'createdAt' AS at, 'session_created' AS type, id AS session_id, NULL AS ask_id,
         json_object('driver', json ->> 'driver', 'cwd', json ->> 'cwd', 'title', json ->> 'title',
           'permissionMode', json ->> 'permissionMode') AS json, 0 AS number
         FROM sessions
       UNION ALL
       SELECT json ->> 'createdAt', 'ask_opened', session_id, id, '{"ask":' || json || '}', number FROM asks
     ) ORDER BY at, number;

   -- What clients asked for under a key of theirs, and was done.
   CREATE TABLE attempts (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;

   CREATE TABLE probe (data BLOB NOT NULL);
   CREATE TABLE retention (before INTEGER NOT NULL);
   INSERT INTO retention VALUES (0);
   CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
     BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
   CREATE TRIGGER log_is_never_replaced BEFORE INSERT ON log WHEN EXISTS (SELECT 1 FROM log WHERE number = NEW.number)
     BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
   CREATE TRIGGER log_loses_only_what_is_old BEFORE DELETE ON log WHEN OLD.at >= (SELECT before FROM retention)
     BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;`,

  `CREATE INDEX log_by_time ON log (at);`,

  `CREATE TABLE devices (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     credential_hash TEXT NOT NULL UNIQUE,
     json TEXT NOT NULL
   );`,

  `CREATE TABLE trusted_folders (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     folder TEXT NOT NULL UNIQUE,
     json TEXT NOT NULL
   );`,
  // Inputs that are too large for their asks.
  `CREATE TABLE IF NOT EXISTS inputs (
     digest TEXT NOT NULL,
     number INTEGER NOT NULL,
     kept_at INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (digest, number)
   );
   CREATE TABLE IF NOT EXISTS ask_inputs (ask_id TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
   CREATE INDEX IF NOT EXISTS asks_by_input ON ask_inputs (digest);`,
  `CREATE TABLE settings (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;`,

  // The plan before this one is looked for when a session has a new plan. Other asks cost that index nothing. What is nested more
  // deeply than SQLite reads is no plan.
  `ALTER TABLE asks ADD COLUMN kind TEXT;
   UPDATE asks SET kind = CASE WHEN json_valid(json) THEN json ->> 'kind' END;
   CREATE INDEX asks_plans ON asks (session_id, number) WHERE kind = 'plan';`,

  // How a person is called.
  `CREATE TABLE channels (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     json TEXT NOT NULL
   );
   CREATE TABLE call_keys (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`,
];

const newestVersion = migrations.length;

/** Brings the tables to the newest version; `backUp` is called before an older file is touched. */
export function migrate(database: DatabaseSyncInstance, backUp: (version: number) => void): void {
  const version = versionOf(database);
  if (version > 0 && version < newestVersion) backUp(version);
  for (const [index, sql] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}

/** For those who only read. */
export function requireNewest(database: DatabaseSyncInstance): void {
  if (versionOf(database) === newestVersion) return;
  throw new BeckonError(
    'store_unavailable',
    'The state directory is from an older Beckon. Start this one on it first.',
  );
}

function versionOf(database: DatabaseSyncInstance): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version <= newestVersion) return version;
  throw new BeckonError(
    'store_unavailable',
    'The state directory belongs to a newer Beckon. Update this one to use it.',
  );
}
