import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openAsk, planDraft, sessionId } from '../../../../../tests/support/asks.ts';
import type { TempFolder } from '../../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { auditLogOf } from '../../../../../tests/support/testAuditLog.ts';
import type { Connection } from './database.ts';
import { openDatabase } from './database.ts';
import { rebuildAsks } from '../../log/rebuildAsks.ts';
import { loadSqlite } from './sqlite.ts';
import { createSqliteAskStore } from './sqliteAskStore.ts';
import { createSqliteDeviceStore } from './sqliteDeviceStore.ts';

const versionOne = readFileSync(new URL('fixtures/version-1.sql', import.meta.url), 'utf8');

async function onFile<T>(path: string, work: (database: Connection & { exec(sql: string): void }) => T): Promise<T> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  const all: Connection['all'] = (sql, ...values) =>
    database.prepare(sql).all(...values) as ReturnType<Connection['all']>;
  try {
    return work({ all, exec: (sql: string) => database.exec(sql) } as Connection & { exec(sql: string): void });
  } finally {
    database.close();
  }
}

/** The file of an earlier Beckon that was killed while an agent waited. */
async function oldFile(folder: TempFolder): Promise<string> {
  const path = folder.at('beckon.db');
  await onFile(path, ({ exec }) => exec(versionOne));
  return path;
}

async function opened(path: string, now = () => 0) {
  const database = await openDatabase(path, now);
  return { ...database, [Symbol.dispose]: () => database.close() };
}

const tables = ['sessions', 'asks', 'messages', 'images'];
const contents = ({ all }: Pick<Connection, 'all'>) => {
  const columns = { asks: 'number, id, session_id, tool_call_id, state, json' } as Record<string, string>;
  return tables.map((table) => all(`SELECT ${columns[table] ?? '*'} FROM ${table} ORDER BY rowid`));
};
const backupsIn = (folder: TempFolder) => readdirSync(folder.at('backups')).toSorted();

describe('a database of version 1', () => {
  test('comes to the newest version with all that is in it', async () => {
    using folder = tempFolder();
    const path = await oldFile(folder);
    const before = await onFile(path, contents);
    using database = await opened(path);
    expect(contents(database.durable)).toEqual(before);
    expect(database.durable.get('PRAGMA user_version')).toEqual({ user_version: 9 });
    expect(database.durable.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  });

  test('[L3] what was there before the log is in it, enough to rebuild every ask', async () => {
    using folder = tempFolder();
    using database = await opened(await oldFile(folder));
    const auditLog = auditLogOf(database);
    const { entries } = auditLog.page({ limit: 200 });
    expect(entries.map(({ type }) => type).toReversed()).toEqual([
      'session_created',
      ...Array.from({ length: 4 }, () => 'ask_opened'),
    ]);
    const { asks } = createSqliteAskStore(database, auditLog).page({ limit: 10 });
    expect([...rebuildAsks(entries.toReversed()).values()]).toEqual(asks.toReversed());
  });

  test('its file gives back room from then on', async () => {
    using folder = tempFolder();
    using database = await opened(await oldFile(folder));
    expect(database.durable.get('PRAGMA auto_vacuum')).toEqual({ auto_vacuum: 2 });
  });

  test('serves a gateway, with its session, its conversation and its log', async () => {
    using folder = tempFolder();
    await using house = await testGateway('memory', { databasePath: await oldFile(folder) });
    const client = house.gateway.connect('this test');
    const [session] = (await client.listSessions()).sessions;
    expect((await client.listMessages(session!.id)).messages.length).toBeGreaterThan(8);
    const { asks } = await client.listAsks({ state: 'all' });
    expect(asks).toHaveLength(4);
    const { log } = await client.getAsk(asks[3]!.id);
    expect(log).toMatchObject([{ type: 'ask_opened', data: { ask: { state: 'settled' } } }]);
  });

  test('is copied first, for its owner’s eyes only, as it was', async () => {
    using folder = tempFolder();
    const path = await oldFile(folder);
    const before = await onFile(path, contents);
    (await opened(path, () => Date.UTC(2026, 10, 15, 12)))[Symbol.dispose]();
    const copy = folder.at('backups/beckon-v1-2026-11-15T12-00-00.000Z.db');
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    expect(await onFile(copy, contents)).toEqual(before);
    expect(await onFile(copy, ({ all }) => all('PRAGMA user_version'))).toEqual([{ user_version: 1 }]);
    // Once is enough: the next start finds nothing to do.
    (await opened(path))[Symbol.dispose]();
    expect(backupsIn(folder)).toHaveLength(1);
  });

  test('of the copies the last three are kept', async () => {
    using folder = tempFolder();
    const path = await oldFile(folder);
    mkdirSync(folder.at('backups'));
    for (const day of ['01', '02', '03', '04']) writeFileSync(folder.at(`backups/beckon-v0-2026-01-${day}.db`), '');
    (await opened(path, () => Date.UTC(2026, 0, 5)))[Symbol.dispose]();
    expect(backupsIn(folder).map((name) => name.slice(0, 20))).toEqual([
      'beckon-v0-2026-01-03',
      'beckon-v0-2026-01-04',
      'beckon-v1-2026-01-05',
    ]);
  });

  test('stays as it is where it cannot be copied, and says so', async () => {
    using folder = tempFolder();
    const path = await oldFile(folder);
    writeFileSync(folder.at('backups'), 'in the way');
    await expect(openDatabase(path)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('Nothing was changed') as string,
    });
    expect(await onFile(path, ({ all }) => all('PRAGMA user_version'))).toEqual([{ user_version: 1 }]);
  });

  test('comes forward wholly or not at all', async () => {
    using folder = tempFolder();
    const path = await oldFile(folder);
    await onFile(path, ({ exec }) => exec('CREATE TABLE retention (x)'));
    await expect(openDatabase(path)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await onFile(path, ({ all }) => all('PRAGMA user_version'))).toEqual([{ user_version: 1 }]);
    expect(await onFile(path, ({ all }) => all(`SELECT name FROM sqlite_schema WHERE name = 'log'`))).toEqual([]);
  });
});

test('a database of version 2 comes to the newest version, after a copy, with its whole log', async () => {
  using folder = tempFolder();
  const path = await oldFile(folder);
  (await opened(path))[Symbol.dispose]();
  await onFile(path, ({ exec }) =>
    exec(
      'DROP TABLE call_keys; DROP TABLE channels; DROP INDEX asks_plans; ALTER TABLE asks DROP COLUMN kind; DROP TABLE settings; DROP TABLE ask_inputs; DROP TABLE inputs; DROP TABLE trusted_folders; DROP TABLE devices; DROP INDEX log_by_time; PRAGMA user_version = 2',
    ),
  );
  const before = await onFile(path, ({ all }) => all('SELECT * FROM log'));
  using database = await opened(path);
  expect(database.durable.all('SELECT * FROM log')).toEqual(before);
  expect(auditLogOf(database).page({ since: 0, limit: 200 }).entries).toHaveLength(before.length);
  expect(database.durable.get('PRAGMA user_version')).toEqual({ user_version: 9 });
  expect(backupsIn(folder).map((name) => name.slice(0, 9))).toEqual(['beckon-v1', 'beckon-v2']);
});

test('a database that was vacuumed has its whole log', async () => {
  using folder = tempFolder();
  using database = await opened(await oldFile(folder));
  const before = auditLogOf(database).page({ limit: 200 });
  database.durable.run('VACUUM');
  expect(auditLogOf(database).page({ limit: 200 })).toEqual(before);
});

test('a database of version 3 comes to the newest version, after a copy, and knows devices', async () => {
  using folder = tempFolder();
  const path = await oldFile(folder);
  (await opened(path))[Symbol.dispose]();
  await onFile(path, ({ exec }) =>
    exec(
      'DROP TABLE call_keys; DROP TABLE channels; DROP INDEX asks_plans; ALTER TABLE asks DROP COLUMN kind; DROP TABLE settings; DROP TABLE ask_inputs; DROP TABLE inputs; DROP TABLE trusted_folders; DROP TABLE devices; PRAGMA user_version = 3',
    ),
  );
  using database = await opened(path);
  expect(createSqliteDeviceStore(database).list()).toEqual([]);
  expect(backupsIn(folder).map((name) => name.slice(0, 9))).toEqual(['beckon-v1', 'beckon-v3']);
});

test('a database of version 7 comes to the newest version, and knows the plans in it', async () => {
  using folder = tempFolder();
  const path = folder.at('beckon.db');
  const plan = openAsk(planDraft());
  {
    using database = await opened(path);
    createSqliteAskStore(database, auditLogOf(database)).insert(plan);
  }
  await onFile(path, ({ exec }) =>
    exec(
      'DROP TABLE call_keys; DROP TABLE channels; DROP INDEX asks_plans; ALTER TABLE asks DROP COLUMN kind; PRAGMA user_version = 7',
    ),
  );
  using database = await opened(path);
  expect(createSqliteAskStore(database, auditLogOf(database)).newestOfKind(sessionId, 'plan')).toEqual(plan);
});
