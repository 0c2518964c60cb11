import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Ask } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk, planDraft } from '../../../../../tests/support/asks.ts';
import { sessionInfo } from '../../../../../tests/support/conversations.ts';
import { first } from '../../../../../tests/support/eventReader.ts';
import type { TempFolder } from '../../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { auditLogOf } from '../../../../../tests/support/testAuditLog.ts';
import { openDatabase } from './database.ts';
import { createSqliteAskStore } from './sqliteAskStore.ts';
import { createSqliteSessionStore } from './sqliteSessionStore.ts';
import { loadSqlite } from './sqlite.ts';

const versionOne = readFileSync(new URL('fixtures/version-1.sql', import.meta.url), 'utf8');

/** A database with a session and a hundred asks, and all of it in the file itself. */
async function written(folder: TempFolder, more: Ask[] = []): Promise<string> {
  const path = folder.at('beckon.db');
  const database = await openDatabase(path);
  const auditLog = auditLogOf(database);
  createSqliteSessionStore(database, auditLog).saveSession(sessionInfo());
  const store = createSqliteAskStore(database, auditLog);
  for (let index = 0; index < 100; index++)
    store.insert(openAsk(approvalDraft({ input: { text: 'x'.repeat(3_000) } })));
  for (const ask of more) store.insert(ask);
  database.close();
  return path;
}

/** The file of an earlier Beckon that was killed while an agent waited. */
async function writtenByVersionOne(folder: TempFolder): Promise<string> {
  const path = folder.at('beckon.db');
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  database.exec(versionOne);
  database.close();
  return path;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Makes another byte of a text's first one wherever it stands: the file is as sound as before, what it says is not. */
function misspell(path: string, text: string): void {
  const bytes = readFileSync(path);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1))
    overwrite(path, at, Buffer.from('\x01'));
}

function truncate(path: string, size: number): void {
  const file = openSync(path, 'r+');
  ftruncateSync(file, size);
  closeSync(file);
}

const damages: [name: string, damage: (path: string) => void][] = [
  ['its header is garbage', (path) => overwrite(path, 0, Buffer.alloc(100, 0xa5))],
  ['pages in its middle are garbage', (path) => overwrite(path, 40_960, Buffer.alloc(81_920, 0xa5))],
  ['it was cut short', (path) => truncate(path, 100_000)],
  ['a byte of an open ask is wrong', (path) => misspell(path, '"input":')],
  ['a byte of a session is wrong', (path) => misspell(path, '"abilities":')],
  ['it is no database at all', (path) => writeFileSync(path, 'hello '.repeat(1_000))],
  [
    'it was emptied while its log of writes was not',
    (path) => {
      truncate(path, 0);
      writeFileSync(`${path}-wal`, Buffer.alloc(4_096, 1));
    },
  ],
];

const asideOf = (folder: TempFolder) =>
  readdirSync(folder.path).filter((name) => /\.corrupt-.*(?<!-wal|-shm)$/.test(name));

describe('a damaged database', () => {
  test.each(damages)('is set aside as it is, and a new one takes its place: %s', async (_, damage) => {
    using folder = tempFolder();
    const path = await written(folder);
    damage(path);
    const damaged = readFileSync(path);
    const database = await openDatabase(path, () => Date.UTC(2026, 10, 15, 12));
    try {
      expect(database.setAside).toBe(`${path}.corrupt-2026-11-15T12-00-00.000Z`);
      expect(readFileSync(database.setAside!).equals(damaged)).toBe(true);
      expect(database.durable.all('SELECT * FROM asks')).toEqual([]);
    } finally {
      database.close();
    }
    const again = await openDatabase(path);
    expect(again.setAside).toBeUndefined();
    again.close();
  });

  test.each([
    ['an open ask', '"command":"printf'],
    ['a session', '"abilities":'],
  ])('is set aside also where it is of version 1 and a byte of %s is wrong', async (_, text) => {
    using folder = tempFolder();
    const path = await writtenByVersionOne(folder);
    misspell(path, text);
    const database = await openDatabase(path);
    database.close();
    expect(database.setAside).toContain(`${path}.corrupt-`);
  });

  test('goes with what SQLite kept beside it', async () => {
    using folder = tempFolder();
    const path = await written(folder);
    overwrite(path, 0, Buffer.alloc(100, 0xa5));
    writeFileSync(`${path}-wal`, 'log');
    const database = await openDatabase(path);
    database.close();
    expect(readFileSync(`${database.setAside}-wal`, 'utf8')).toBe('log');
    expect(readFileSync(path).subarray(0, 6).toString()).toBe('SQLite');
  });

  test('never takes the place of an earlier one', async () => {
    using folder = tempFolder();
    const path = folder.at('beckon.db');
    for (let time = 0; time < 2; time++) {
      writeFileSync(path, 'hello '.repeat(1_000));
      (await openDatabase(path, () => 0)).close();
    }
    expect(asideOf(folder)).toHaveLength(2);
  });

  test('a whole one stays where it is', async () => {
    using folder = tempFolder();
    const database = await openDatabase(await written(folder));
    expect(database.durable.get('SELECT count(*) AS count FROM asks')).toEqual({ count: 100 });
    database.close();
    expect([database.setAside, asideOf(folder)]).toEqual([undefined, []]);
  });

  const deep = JSON.parse(`${'['.repeat(1_500)}${']'.repeat(1_500)}`) as unknown;
  test.each<[string, Ask, string | undefined]>([
    // A start does not read it.
    ['an ask that is over has a wrong byte', openAsk(planDraft(), { state: 'settled', settledAt: 2 }), '"plan":"#'],
    // SQLite itself goes no deeper than a thousand.
    ['an open ask is nested more deeply than SQLite reads', openAsk(approvalDraft({ input: { deep } })), undefined],
  ])('a whole one stays where it is, even where %s', async (_, ask, misspelt) => {
    using folder = tempFolder();
    const path = await written(folder, [ask]);
    if (misspelt !== undefined) misspell(path, misspelt);
    await using house = await testGateway('memory', { databasePath: path });
    expect(house.gateway.warning).toBeUndefined();
    expect(asideOf(folder)).toEqual([]);
  });

  test('one of a newer Beckon stays where it is, whatever its rows look like', async () => {
    using folder = tempFolder();
    const path = folder.at('beckon.db');
    const { DatabaseSync } = await loadSqlite();
    const newer = new DatabaseSync(path);
    newer.exec(`CREATE TABLE asks (id, json); CREATE TABLE sessions (id, content); PRAGMA user_version = 1000`);
    newer.close();
    await expect(openDatabase(path)).rejects.toThrow('newer Beckon');
    expect(asideOf(folder)).toEqual([]);
  });

  test('the page and the log say where it is', async () => {
    using folder = tempFolder();
    const path = await written(folder);
    overwrite(path, 0, Buffer.alloc(100, 0xa5));
    await using house = await testGateway('memory', { databasePath: path });
    const client = house.gateway.connect('this test');
    const message = expect.stringContaining(`${path}.corrupt-`) as string;
    expect(await first(client.events())).toMatchObject({ data: { trouble: { code: 'database_set_aside', message } } });
    const { entries } = await client.readLog();
    expect(entries).toMatchObject([
      { type: 'database_set_aside', data: { path: message } },
      { type: 'gateway_started' },
    ]);
  });
});
