import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { approvalDraft, openAsk } from '../../../../tests/support/asks.ts';
import { first } from '../../../../tests/support/eventReader.ts';
import type { TempFolder } from '../../../../tests/support/tempFolder.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import { historyOf } from '../../../../tests/support/testHistory.ts';
import { openDatabase } from '../database.ts';
import { createSqliteAskStore } from '../ledger/sqliteStore.ts';

/** A database with a hundred asks, and all of it in the file itself. */
async function written(folder: TempFolder): Promise<string> {
  const path = folder.at('beckon.db');
  const database = await openDatabase(path);
  const store = createSqliteAskStore(database, historyOf(database));
  for (let index = 0; index < 100; index++)
    store.insert(openAsk(approvalDraft({ input: { text: 'x'.repeat(3_000) } })));
  database.close();
  return path;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
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
