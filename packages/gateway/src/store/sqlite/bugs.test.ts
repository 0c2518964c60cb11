// A statement fails for a bug of ours while the gateway runs, really: no waiting mends that, so nobody waits for it.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../../tests/support/asks.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { stateOf } from '../../../../../tests/support/testLedger.ts';
import { failure } from '../../../../../tests/support/transportStage.ts';
import { settle, waiting } from '../../../../../tests/support/waitingHouse.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import { sqliteStores } from './sqliteStores.ts';

const bugs: [what: string, words: RegExp, make: (database: Database) => void][] = [
  ['a missing table', /no such table/, ({ durable }) => durable.run('ALTER TABLE log RENAME TO renamed')],
  ['a missing column', /no column named/, ({ durable }) => durable.run('ALTER TABLE log RENAME COLUMN type TO kind')],
  [
    'a constraint',
    /constraint failed|out of the question/,
    ({ durable }) =>
      durable.run(`CREATE TRIGGER never BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'out of the question'); END`),
  ],
];

/** A gateway with a session, and all that it logs. */
async function stage() {
  const database = await openDatabase();
  const logged: { detail: { error?: unknown }; message: string }[] = [];
  const say = (detail: object, message: string) => logged.push({ detail, message });
  const house = await testGateway('memory', {
    stores: sqliteStores(database),
    log: { info: () => undefined, warn: say, error: say },
  });
  const client = house.gateway.connect('this test');
  const session = await client.createSession({ cwd: house.folder.path });
  return {
    ...house,
    database,
    client,
    session,
    agent: house.driver.agent(session.id),
    openAsks: () => house.gateway.parts.ledger.openAsks(),
    causes: () => logged.map(({ detail }) => String((detail.error as Error | undefined)?.cause)),
    snapshot: () => house.gateway.parts.events.cursor().take()[0]?.event,
  };
}

describe.each(bugs)('%s', (_, words, make) => {
  test('[L7] an ask that cannot be kept for it is refused to its agent at once, and its person is told', async () => {
    await using house = await stage();
    make(house.database);
    const outcome = house.agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    await setImmediate();
    expect(await stateOf(outcome)).toEqual({ type: 'withdrawn', reason: 'failed' });
    expect(house.openAsks()).toEqual([]);
    const { messages } = await house.client.listMessages(house.session.id);
    expect(messages.flatMap(({ parts }) => parts)).toContainEqual(
      expect.objectContaining({ type: 'notice', level: 'error', text: expect.stringContaining('log') as string }),
    );
    expect(house.causes()).toContainEqual(expect.stringMatching(words));
  });

  test('[L2] an answer that cannot be kept for it gets 500, and leaves the ask open', async () => {
    await using house = await stage();
    void house.agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    const [ask] = house.openAsks();
    make(house.database);
    const error = await failure(house.client.approveTool(house.session.id, { toolCallId: 'toolu_1' }));
    expect(error).toMatchObject({ code: 'internal', status: 500 });
    expect(String(error.cause)).toMatch(words);
    expect(house.openAsks()).toEqual([ask]);
  });

  test('[L7] nobody is told that the disk is at fault', async () => {
    await using house = await stage();
    make(house.database);
    await house.agent.call({ ...approvalDraft(), toolCallId: 'toolu_1' });
    expect(house.snapshot()).toMatchObject({ type: 'snapshot' });
    expect(house.snapshot()).not.toHaveProperty('data.trouble');
  });
});

test('[L7] an ask without an id of its call, which no database takes, is refused to its agent at once', async () => {
  await using house = await stage();
  const outcome = house.agent.ask({ ...approvalDraft(), toolCallId: undefined as unknown as string });
  await setImmediate();
  expect(await stateOf(outcome)).toEqual({ type: 'withdrawn', reason: 'failed' });
  expect(house.causes()).toContainEqual(expect.stringContaining('TypeError'));
});

test('[L7] an answer that cannot be handed over for it withdraws its ask, and the agent hears no', async () => {
  const database = await openDatabase();
  await using house = await waiting(approvalDraft(), { stores: sqliteStores(database) });
  house.agent.die('killed');
  await settle();
  database.durable.run(`CREATE TRIGGER never BEFORE UPDATE ON asks WHEN NEW.json ->> 'handedAt' IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'out of the question'); END`);
  await house.client.approveTool(house.id, { toolCallId: 'toolu_1' });
  await settle();
  expect(await house.latest().returned).toEqual({ type: 'withdrawn', reason: 'failed' });
  expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'failed' });
});

test('a disk that has room again is no longer in trouble, though a bug keeps something from being written', async () => {
  await using house = await stage();
  const limit = (pages: number) => house.database.durable.get(`PRAGMA max_page_count = ${pages}`);
  limit(1);
  void house.agent.call({ ...approvalDraft({ input: { command: 'x'.repeat(60_000) } }), toolCallId: 'toolu_1' });
  expect(house.snapshot()).toHaveProperty('data.trouble');
  limit(1_000_000);
  house.database.durable.run('ALTER TABLE log RENAME TO renamed');
  house.clock.advance(60_000);
  expect(house.snapshot()).not.toHaveProperty('data.trouble');
  expect(house.causes()).toContainEqual(expect.stringMatching('no such table'));
});
