import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { ScriptedAgent } from '../../../../../tests/support/scriptedDriver.ts';
import { ScriptedDriver } from '../../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { minute, settle, toolCallId, waiting } from '../../../../../tests/support/waitingHouse.ts';
import { openSqliteStores } from '../../store/sqlite/sqliteStores.ts';

const textsSentTo = ({ sent }: ScriptedAgent) =>
  sent.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.data)).join(' '));

/** A message is queued behind the ask that the agent waits with. */
async function queued(options: Parameters<typeof waiting>[1] = {}) {
  const house = await waiting(undefined, options);
  house.driver.unreadTexts.add('and hurry');
  await house.client.sendMessage(house.id, { content: 'and hurry' });
  const shown = async () => {
    const { messages } = await house.client.listMessages(house.id);
    return messages.flatMap(({ role, parts }) => (role === 'user' ? JSON.stringify(parts) : []));
  };
  return { ...house, shown };
}

describe('a message that an agent goes away with unread', () => {
  test('reaches the next one, with the answer that brings that, and is shown once', async () => {
    await using house = await queued();
    const { agent, client, clock, id, latest, shown } = house;
    clock.advance(minute);
    agent.die('killed');
    await settle();
    expect((await client.getSession(id)).unread).toHaveLength(1);
    await client.approveTool(id, { toolCallId });
    await settle();
    expect(textsSentTo(latest())).toEqual(['and hurry']);
    expect(latest().sent[0]?.id).toBe(agent.sent[1]?.id);
    expect(await shown()).toHaveLength(2);
  });

  test('comes before the message that brings the next one', async () => {
    await using house = await queued();
    house.clock.advance(minute);
    house.agent.die('killed');
    await settle();
    await house.client.sendMessage(house.id, { content: 'well?' });
    expect(textsSentTo(house.latest())).toEqual(['and hurry', 'well?']);
  });

  test('keeps no agent from being parked, once or again', async () => {
    await using house = await queued({ limits: { ask: { outcome: 'park', afterMs: 10 * minute } } });
    for (const message of ['one', 'two']) {
      house.clock.advance(10 * minute);
      await settle();
      expect(house.latest().isSuspended).toBe(true);
      house.driver.unreadTexts.add(message);
      await house.client.sendMessage(house.id, { content: message });
    }
    expect(textsSentTo(house.latest())).toEqual(['and hurry', 'one', 'two']);
  });

  test.each(['stopped', 'killed'])(
    'reaches one of the next gateway, with its picture, after this one was %s',
    async (end) => {
      const folder = tempFolder();
      const driver = new ScriptedDriver();
      const options = { databasePath: folder.at('beckon.db'), drivers: [driver] };
      const before = await testGateway('memory', options);
      const client = before.gateway.connect('a test');
      const { id } = await client.createSession({ cwd: folder.path, prompt: 'go' });
      driver.unreadTexts.add('like this');
      const picture = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
      await client.sendMessage(id, { content: [{ type: 'text', text: 'like this' }, picture] });
      if (end === 'stopped') await before.gateway.close();
      await using after = await testGateway('memory', options);
      await settle();
      const later = after.gateway.connect('a test');
      expect((await later.getSession(id)).unread).toHaveLength(1);
      await later.sendMessage(id, { content: 'go on' });
      expect(textsSentTo(driver.agent(id))).toEqual([`like this ${picture.data}`, 'go on']);
      await before[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  );

  test('is not sent again to be died of again', async () => {
    await using house = await queued();
    house.agent.die('of it');
    await settle();
    expect((await house.client.getSession(house.id)).unread).toBeUndefined();
    await house.client.sendMessage(house.id, { content: 'well?' });
    expect(textsSentTo(house.latest())).toEqual(['well?']);
  });
});

test('what the agent has read it is not sent again', async () => {
  await using house = await waiting();
  await house.client.sendMessage(house.id, { content: 'read at once' });
  house.clock.advance(minute);
  house.agent.die('killed');
  await settle();
  expect((await house.client.getSession(house.id)).unread).toBeUndefined();
  await house.client.approveTool(house.id, { toolCallId });
  await settle();
  expect(house.latest().sent).toEqual([]);
});

test('nothing is said to be unread while that is not known', async () => {
  await using house = await queued({ limits: { ask: { outcome: 'park', afterMs: 10 * minute } } });
  let end: () => void = () => undefined;
  house.agent.suspend = () => new Promise((resolve) => (end = resolve));
  const unread = async () => (await house.client.getSession(house.id)).unread;
  expect(await unread()).toBeUndefined();
  house.clock.advance(10 * minute);
  await settle();
  expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead' });
  expect(await unread()).toBeUndefined();
  end();
  await settle();
  expect(await unread()).toHaveLength(1);
});

describe('an agent that comes to rest', () => {
  /** Ended by what it is told to do, and then killed; says what is left for the next one. */
  async function leftBy(act: (house: Awaited<ReturnType<typeof queued>>) => Promise<void>) {
    await using house = await queued();
    house.driver.unreadTexts.add('go');
    await house.client.denyTool(house.id, { toolCallId });
    await act(house);
    house.clock.advance(minute);
    house.agent.die('killed');
    await settle();
    await house.client.sendMessage(house.id, { content: 'well?' });
    return textsSentTo(house.latest());
  }

  test('has read everything', async () => {
    expect(await leftBy(async ({ agent }) => agent.endTurn())).toEqual(['well?']);
  });

  test('has not read what it was sent since its turn ended', async () => {
    const left = await leftBy(async ({ agent, client, driver, id }) => {
      agent.endTurnOfSeveral();
      driver.unreadTexts.add('wait');
      await client.sendMessage(id, { content: 'wait' });
      agent.host.update({ state: 'user_turn' });
    });
    expect(left).toEqual(['wait', 'well?']);
  });
});

test('what cannot be read from the disk when the next agent starts stays for the one after it', async () => {
  const stores = await openSqliteStores();
  await using house = await queued({ stores });
  const { readMessage } = stores.sessions;
  house.clock.advance(minute);
  house.agent.die('killed');
  await settle();
  stores.sessions.readMessage = () => {
    throw new BeckonError('store_unavailable', 'The disk reports errors.');
  };
  await house.client.approveTool(house.id, { toolCallId });
  await settle();
  expect(house.latest().sent).toEqual([]);
  stores.sessions.readMessage = readMessage;
  house.latest().endTurn();
  house.clock.advance(minute);
  house.latest().die('killed');
  await settle();
  await house.client.sendMessage(house.id, { content: 'well?' });
  expect(textsSentTo(house.latest())).toEqual(['and hurry', 'well?']);
});

test('of a message that was never written nothing is left to say', async () => {
  const stores = await openSqliteStores();
  await using house = await waiting(undefined, { stores });
  const { saveMessages } = stores.sessions;
  stores.sessions.saveMessages = () => {
    throw new BeckonError('store_unavailable', 'The disk reports errors.');
  };
  await house.client.sendMessage(house.id, { content: 'and hurry' });
  stores.sessions.saveMessages = saveMessages;
  house.driver.unreadTexts.add('and hurry');
  // As a gateway finds it that comes after one that was killed there.
  await using next = await testGateway('memory', { stores, drivers: [house.driver] });
  await settle();
  const client = next.gateway.connect('a test');
  expect((await client.getSession(house.id)).unread).toHaveLength(1);
  await client.sendMessage(house.id, { content: 'well?' });
  expect(textsSentTo(house.latest())).toEqual(['well?']);
  expect((await client.getSession(house.id)).unread).toBeUndefined();
});

test('an agent that cannot be sent it is not left alone', async () => {
  await using house = await queued();
  house.clock.advance(minute);
  house.agent.die('killed');
  await settle();
  house.driver.sendFailure = new BeckonError('agent_unavailable', 'It does not listen.');
  await house.client.approveTool(house.id, { toolCallId });
  await settle();
  expect(await house.client.getSession(house.id)).toMatchObject({ state: 'assistant_turn' });
  expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
});
