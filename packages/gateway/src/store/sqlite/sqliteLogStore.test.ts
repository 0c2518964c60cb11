import { expect, test } from 'vitest';
import { openAsk } from '../../../../../tests/support/asks.ts';
import { openDatabase } from './database.ts';
import { readLog } from './sqliteLogStore.ts';
import { sqliteStores } from './sqliteStores.ts';

async function openLog(now: () => number = () => 1) {
  const database = await openDatabase();
  return { database, ...sqliteStores(database, now), [Symbol.dispose]: () => database.close() };
}

test.each([
  ['changed', 'UPDATE log SET json = 0'],
  ['deleted', 'DELETE FROM log'],
  ['replaced', `INSERT OR REPLACE INTO log (number, at, type, json) VALUES (1, 0, 'ask_opened', '{}')`],
])('the database itself refuses that an entry be %s', async (_, sql) => {
  using house = await openLog();
  house.asks.insert(openAsk());
  const before = house.log.page({});
  expect(() => house.database.durable.run(sql)).toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: 'the log is append-only' }) as unknown }),
  );
  expect(house.log.page({})).toEqual(before);
});

test('is read from its beginning, a piece at a time, though the clock was set back meanwhile', async () => {
  const times = [10, 50, 20, 60, 30];
  using house = await openLog(() => times.shift() ?? 0);
  while (times.length > 0) house.log.append({ type: 'gateway_stopped', data: {} }, 'relaxed');
  const { relaxed } = house.database;
  expect([...readLog(relaxed, { since: 30 })].map(({ at }) => at)).toEqual([50, 60, 30]);
  expect([...readLog(relaxed, {})].map(({ at }) => at)).toEqual([10, 50, 20, 60, 30]);
});

test('[L8] forgets in small pieces', async () => {
  let now = 1;
  using house = await openLog(() => now);
  for (let index = 0; index < 1_200; index++) house.log.append({ type: 'gateway_stopped', data: {} }, 'relaxed');
  now = 10;
  const pieces = [...house.log.prune(5)].map(({ entries }) => entries);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(500);
  expect(pieces.reduce((sum, piece) => sum + piece)).toBe(1_200);
});
