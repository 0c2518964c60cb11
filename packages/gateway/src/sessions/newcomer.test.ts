// What a client that connects is told, where many sessions are known.
import type { SnapshotEvent } from '@beckon/protocol';
import { emptyView, openConversation, pageLoaded, reduceView, sessionsInOrder } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { earlierSessionId, earlierSessions, keepSessions } from '../../../../tests/support/earlierSessions.ts';
import { first, Stream } from '../../../../tests/support/eventReader.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';

/** A gateway that knows so many sessions of an earlier run. */
async function knowing(count: number) {
  const folder = tempFolder();
  const databasePath = folder.at('beckon.db');
  await keepSessions(databasePath, earlierSessions(count));
  const house = await testGateway('memory', { databasePath });
  const client = house.gateway.connect('a test');
  return {
    ...house,
    client,
    snapshot: async () => (await first(client.events())) as SnapshotEvent,
    async [Symbol.asyncDispose]() {
      await house[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
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
  await client.sendMessage(earlierSessionId(1), { content: 'go' });
  void driver.agent(earlierSessionId(1)).call(approvalDraft({ sessionId: earlierSessionId(1) }));
  driver.agent(earlierSessionId(1)).die('killed');
  await expect.poll(async () => (await client.getSession(earlierSessionId(1))).state).toBe('dead');
  const { data } = await house.snapshot();
  const told = new Set(data.sessions.map(({ id }) => id));
  expect(told.size).toBeLessThan(100);
  expect([earlierSessionId(1), earlierSessionId(300), earlierSessionId(299)].every((id) => told.has(id))).toBe(true);
  expect(data.asks).toMatchObject([{ sessionId: earlierSessionId(1), parked: {} }]);
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
  expect(stream.view.sessions).not.toHaveProperty(earlierSessionId(1));
  await house.client.sendMessage(earlierSessionId(1), { content: 'go' });
  await stream.until(({ type }) => type === 'message');
  expect(stream.view.sessions[earlierSessionId(1)]).toMatchObject({ title: 'Session 1' });
  expect(sessionsInOrder(stream.view)[0]?.id).toBe(earlierSessionId(1));
});

test('an old session that is opened comes with its conversation', async () => {
  await using house = await knowing(300);
  const view = openConversation(reduceView(emptyView, await house.snapshot()), earlierSessionId(7));
  const opened = pageLoaded(view, earlierSessionId(7), await house.client.listMessages(earlierSessionId(7)));
  expect(opened.sessions[earlierSessionId(7)]).toMatchObject({ title: 'Session 7', lastActivityAt: 7 });
});
