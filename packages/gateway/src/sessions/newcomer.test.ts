// What a client that connects is told, where many sessions are known.
import type { SnapshotEvent } from '@beckon/protocol';
import { emptyView, openConversation, pageLoaded, reduceView, sessionsInOrder } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { sessionInfo } from '../../../../tests/support/conversations.ts';
import { first, Stream } from '../../../../tests/support/eventReader.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { SessionStore } from '../store/sqlite/sessionStore.ts';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A gateway that knows so many sessions of an earlier run; the higher its number, the later one was touched. */
async function knowing(count: number) {
  const database = await openDatabase();
  const store = new SessionStore(database, { append: () => undefined });
  for (let number = 1; number <= count; number++) {
    store.saveSession(
      sessionInfo({ id: idOf(number), title: `Session ${number}`, lastActivityAt: number, state: 'dead' }),
    );
  }
  const house = await testGateway('memory', { database });
  const client = house.gateway.connect('a test');
  return { ...house, client, snapshot: async () => (await first(client.events())) as SnapshotEvent };
}

test('the snapshot of a gateway that knows 5,000 sessions is hardly larger than that of one that knows 50', async () => {
  await using few = await knowing(50);
  await using many = await knowing(5_000);
  const [small, large] = await Promise.all(
    [few, many].map(async (house) => JSON.stringify(await house.snapshot()).length),
  );
  expect((large ?? Number.NaN) / (small ?? Number.NaN)).toBeLessThan(1.3);
});

test('it has what waits and what was touched last; the rest comes in pages', async () => {
  await using house = await knowing(300);
  const { client, driver } = house;
  await client.sendMessage(idOf(1), { content: 'go' });
  void driver.agent(idOf(1)).call(approvalDraft({ sessionId: idOf(1) }));
  driver.agent(idOf(1)).die('killed');
  await expect.poll(async () => (await client.getSession(idOf(1))).state).toBe('dead');
  const { data } = await house.snapshot();
  const told = new Set(data.sessions.map(({ id }) => id));
  expect(told.size).toBeLessThan(100);
  expect([idOf(1), idOf(300), idOf(299)].every((id) => told.has(id))).toBe(true);
  expect(data.asks).toMatchObject([{ sessionId: idOf(1), parked: {} }]);
  for (let before = data.next; before !== undefined;) {
    const page = await client.listSessions({ before });
    for (const { id } of page.sessions) told.add(id);
    before = page.next;
  }
  expect(told.size).toBe(300);
});

test('an old session that something happens in comes to those that do not hold it', async () => {
  await using house = await knowing(300);
  await using stream = new Stream(house.client);
  await stream.next();
  expect(stream.view.sessions).not.toHaveProperty(idOf(1));
  await house.client.sendMessage(idOf(1), { content: 'go' });
  await stream.until(({ type }) => type === 'message');
  expect(stream.view.sessions[idOf(1)]).toMatchObject({ title: 'Session 1' });
  expect(sessionsInOrder(stream.view)[0]?.id).toBe(idOf(1));
});

test('an old session that is opened comes with its conversation', async () => {
  await using house = await knowing(300);
  const view = openConversation(reduceView(emptyView, await house.snapshot()), idOf(7));
  const opened = pageLoaded(view, idOf(7), await house.client.listMessages(idOf(7)));
  expect(opened.sessions[idOf(7)]).toMatchObject({ title: 'Session 7', lastActivityAt: 7 });
});
