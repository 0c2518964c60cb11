import type { Ask } from '@beckon/protocol';
import { withPhase } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { openAsk } from '../../../../../tests/support/asks.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { auditLogOf } from '../../../../../tests/support/testAuditLog.ts';
import { openDatabase } from './database.ts';
import { createSqliteAskStore } from './sqliteAskStore.ts';

async function openStore(path?: string) {
  const database = await openDatabase(path);
  const auditLog = auditLogOf(database);
  return {
    store: createSqliteAskStore(database, auditLog),
    database,
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

test.each(['durable', 'relaxed'] as const)(
  '[L2] [L3] what returned is there for another reader at once: %s',
  async (durability) => {
    using folder = tempFolder();
    await using writer = await openStore(folder.at('beckon.db'));
    await using reader = await openStore(folder.at('beckon.db'));
    const ask = openAsk();
    writer.store.insert(ask);
    expect(reader.store.find(ask.id)).toEqual(ask);
    const answered = withPhase<Ask>({ ...ask, state: 'answered' });
    writer.store.replace(answered, ['open'], durability);
    expect(reader.store.find(ask.id)).toEqual(answered);
  },
);

test('says that it has been shut down where it has been closed', async () => {
  const { store, database } = await openStore();
  database.close();
  expect(() => store.insert(openAsk())).toThrow(expect.objectContaining({ code: 'shutting_down' }));
});

test('looks for the last plan among the plans alone', async () => {
  await using opened = await openStore();
  const steps = opened.database.durable.all(
    `EXPLAIN QUERY PLAN SELECT json FROM asks WHERE session_id = ? AND kind = 'plan' ORDER BY number DESC LIMIT 1`,
    'session',
  );
  expect(steps.map(({ detail }) => String(detail)).join()).toContain('USING INDEX asks_plans');
});
