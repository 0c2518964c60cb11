import { setImmediate } from 'node:timers/promises';
import type { Session } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, planDraft, questionDraft } from '../../../../tests/support/asks.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import type { TestGateway } from '../../../../tests/support/testGateway.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import { openSqliteStores } from '../store/sqlite/sqliteStores.ts';

const minute = 60_000;

async function houseWithSession(options: Parameters<typeof testGateway>[1] = {}) {
  const house = await testGateway('memory', options);
  const client = house.gateway.connect('a test');
  const { id } = await client.createSession({ cwd: house.folder.path });
  return { ...house, client, id, agent: house.driver.agent(id) };
}

const stateOf = async ({ gateway }: TestGateway, id: string) => (await gateway.connect('a test').getSession(id)).state;

describe('[G13] [T5] what was open when the agent stops', () => {
  const ends: [string, (house: Awaited<ReturnType<typeof houseWithSession>>) => Promise<void> | void, string][] = [
    ['interrupted', ({ client, id }) => client.interrupt(id), 'interrupted'],
    ['the session was removed', ({ client, id }) => client.deleteSession(id), 'agent_gone'],
  ];
  test.each(ends)('is withdrawn, each ask once, and leaves no timer: %s', async (_, end, reason) => {
    await using house = await houseWithSession({ limits: { ask: { outcome: 'deny', afterMs: minute } } });
    const { agent, client, clock } = house;
    const outcomes = [approvalDraft(), questionDraft(), planDraft()].map((ask) => agent.call(ask));
    await end(house);
    expect(await Promise.all(outcomes)).toEqual([1, 2, 3].map(() => ({ type: 'withdrawn', reason })));
    expect((await client.listAsks()).asks).toEqual([]);
    if (reason === 'agent_gone') expect(clock.timerCount).toBe(0);
  });

  test('a dead agent is heard no more', async () => {
    await using house = await houseWithSession();
    const { agent, client, id } = house;
    agent.die('killed');
    agent.say('from beyond');
    agent.host.update({ state: 'assistant_turn' });
    expect(await agent.call(approvalDraft())).toEqual({ type: 'withdrawn', reason: 'agent_gone' });
    expect((await client.listMessages(id)).messages).toEqual([]);
    expect(await client.getSession(id)).toMatchObject({
      state: 'dead',
      end: { reason: 'agent_gone', message: 'killed' },
    });
  });
});

describe('[G6] the limit on waiting', () => {
  test('with “deny” the ask expires, and the agent hears that nobody answered', async () => {
    await using house = await houseWithSession({ limits: { ask: { outcome: 'deny', afterMs: 10 * minute } } });
    const { agent, client, clock } = house;
    const outcome = agent.call(approvalDraft());
    expect((await client.listAsks()).asks[0]?.expiresAt).toBe(clock.now() + 10 * minute);
    clock.advance(10 * minute);
    expect(await outcome).toEqual({ type: 'withdrawn', reason: 'expired' });
  });

  test('an answer in time ends it', async () => {
    await using house = await houseWithSession({ limits: { ask: { outcome: 'deny', afterMs: 10 * minute } } });
    const { agent, client, id, clock } = house;
    const outcome = agent.call(approvalDraft());
    await client.approveTool(id, { toolCallId: 'toolu_1' });
    expect(await outcome).toMatchObject({ type: 'answered' });
    clock.advance(20 * minute);
    expect((await client.listAsks({ state: 'all' })).asks).toMatchObject([{ state: 'delivered' }]);
  });

  test('with “wait” an agent waits for as long as it takes, and is not parked', async () => {
    await using house = await houseWithSession({ limits: { ask: { outcome: 'wait' } } });
    void house.agent.call(approvalDraft());
    house.clock.advance(365 * 24 * 60 * minute);
    expect((await house.client.listAsks()).asks).toMatchObject([{ phase: 'waiting' }]);
  });
});

describe('receipts', () => {
  test('an ask is delivered when the agent has its answer, and settled when its tool has run', async () => {
    await using house = await houseWithSession();
    const { agent, client, id } = house;
    const outcome = agent.call(approvalDraft());
    const steps = async () => (await client.listAsks({ state: 'all' })).asks[0]?.state;
    expect(await steps()).toBe('open');
    await client.approveTool(id, { toolCallId: 'toolu_1' });
    expect(await steps()).toBe('answered');
    await outcome;
    expect(await steps()).toBe('delivered');
    agent.result('toolu_1');
    expect(await steps()).toBe('settled');
  });

  test('the end of the turn settles a call that got no result of its own', async () => {
    await using house = await houseWithSession();
    const { agent, client, id } = house;
    const outcome = agent.call(approvalDraft());
    await client.denyTool(id, { toolCallId: 'toolu_1', interrupt: true });
    await outcome;
    agent.endTurn('interrupted');
    expect((await client.listAsks({ state: 'all' })).asks).toMatchObject([{ state: 'settled' }]);
  });
});

describe('sessions in which nothing has happened for longer than is kept', () => {
  const day = 24 * 60 * minute;

  test('are forgotten, with what was said in them; those that run, and those with something open, stay', async () => {
    using folder = tempFolder();
    await using house = await testGateway('memory', {
      databasePath: folder.at('beckon.db'),
      keepDays: 90,
      limits: { idleAfterMs: 1000 * day },
    });
    const client = house.gateway.connect('a test');
    const begin = async (title: string) => {
      const { id } = await client.createSession({ cwd: folder.path, prompt: 'hi', title });
      return { id, agent: house.driver.agent(id) };
    };
    const titles = async () => (await client.listSessions()).sessions.map(({ title }) => title).toSorted();
    const old = await begin('old');
    old.agent.die('killed');
    const waits = await begin('waits');
    void waits.agent.call(approvalDraft());
    waits.agent.die('killed');
    await begin('runs');
    house.clock.advance(60 * day);
    const young = await begin('young');
    young.agent.die('killed');
    house.clock.advance(29 * day);
    await expect.poll(titles).toEqual(['old', 'runs', 'waits', 'young']);
    house.clock.advance(2 * day);
    await expect.poll(titles).toEqual(['runs', 'waits', 'young']);
    await expect(client.listMessages(old.id)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

describe('[T6] idle agents', () => {
  test('are ended after a while, and a message brings them back', async () => {
    await using house = await houseWithSession({ limits: { idleAfterMs: 30 * minute } });
    const { client, id, agent, driver, clock } = house;
    await client.sendMessage(id, { content: 'hi' });
    clock.advance(31 * minute);
    expect(agent.isClosed).toBe(false);
    agent.endTurn();
    clock.advance(30 * minute);
    await setImmediate();
    expect(agent.isClosed).toBe(true);
    expect(await client.getSession(id)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
    await client.sendMessage(id, { content: 'again' });
    expect(driver.agent(id)).not.toBe(agent);
    expect(driver.agent(id).spec.conversation).toBe('kept-or-new');
    expect(await client.getSession(id)).not.toHaveProperty('end');
  });

  test('not while a command of theirs runs in the background', async () => {
    await using house = await houseWithSession({ limits: { idleAfterMs: 30 * minute } });
    house.agent.endTurn();
    house.agent.isBusy = true;
    house.clock.advance(90 * minute);
    expect(await stateOf(house, house.id)).toBe('user_turn');
    house.agent.isBusy = false;
    house.clock.advance(30 * minute);
    expect(await stateOf(house, house.id)).toBe('dead');
  });

  test('never while something is open in them', async () => {
    await using house = await houseWithSession({ limits: { idleAfterMs: 30 * minute } });
    void house.agent.call(approvalDraft({ agentId: 'subagent' }));
    house.agent.endTurn();
    house.clock.advance(90 * minute);
    expect(await stateOf(house, house.id)).toBe('user_turn');
    await house.client.interrupt(house.id);
    house.clock.advance(30 * minute);
    expect(await stateOf(house, house.id)).toBe('dead');
  });

  test('the next agent starts only when the one before it is gone', async () => {
    await using house = await houseWithSession({ limits: { idleAfterMs: minute } });
    const { client, id, agent, driver, clock } = house;
    let letGo: () => void = () => undefined;
    agent.closeGate = new Promise((resolve) => (letGo = resolve));
    clock.advance(minute);
    const sent = client.sendMessage(id, { content: 'hi' });
    await setImmediate();
    expect(driver.agents).toHaveLength(1);
    letGo();
    await sent;
    expect(driver.agents).toHaveLength(2);
  });
});

describe('removing a session', () => {
  test('a message that comes meanwhile starts no agent that nobody knows of', async () => {
    await using house = await houseWithSession();
    const { client, id, agent, driver } = house;
    let letGo: () => void = () => undefined;
    agent.closeGate = new Promise((resolve) => (letGo = resolve));
    const removed = client.deleteSession(id);
    const sent = client.sendMessage(id, { content: 'hi' }).catch((error: unknown) => error);
    await setImmediate();
    letGo();
    await removed;
    expect(await sent).toMatchObject({ code: 'session_not_found' });
    expect(driver.agents).toEqual([agent]);
  });

  test('a change that its agent takes meanwhile does not write it down again', async () => {
    const stores = await openSqliteStores();
    await using house = await houseWithSession({ stores });
    const { client, id, agent } = house;
    let letGo: () => void = () => undefined;
    agent.setPermissionMode = () => new Promise((resolve) => (letGo = resolve));
    const updated = client.updateSession(id, { permissionMode: 'acceptEdits' });
    await setImmediate();
    await client.deleteSession(id);
    letGo();
    await updated;
    expect(stores.sessions.listSessions()).toEqual([]);
  });

  test('a session that is removed while its agent starts leaves none behind', async () => {
    await using house = await testGateway();
    const client = house.gateway.connect('a test');
    let letGo: () => void = () => undefined;
    house.driver.startGate = new Promise((resolve) => (letGo = resolve));
    const created = client.createSession({ cwd: house.folder.path }).catch((error: unknown) => error);
    const starting = await until(async () => (await client.listSessions()).sessions[0]);
    expect(starting.state).toBe('starting');
    const removed = client.deleteSession(starting.id);
    letGo();
    await removed;
    expect(await created).toBeInstanceOf(BeckonError);
    expect(house.driver.agents.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect((await client.listSessions()).sessions).toEqual([]);
  });
});

describe('after a crash', () => {
  /** Leaves a gateway as a crash does: nothing closed, nothing withdrawn. Then opens another on its file. */
  async function crashed(act: (house: TestGateway, session: Session) => Promise<void>) {
    const folder = tempFolder();
    const options = { databasePath: folder.at('beckon.db') };
    const before = await testGateway('memory', options);
    const session = await before.gateway.connect('a test').createSession({ cwd: folder.path, prompt: 'go' });
    await act(before, session);
    before.clock.advance(1_000);
    const after = await testGateway('memory', options);
    return {
      ...after,
      session,
      client: after.gateway.connect('a test'),
      restart: () => testGateway('memory', options),
      async [Symbol.asyncDispose]() {
        await after[Symbol.asyncDispose]();
        await before[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      },
    };
  }

  test('the session is there, and one message brings it back', async () => {
    await using house = await crashed(async ({ driver }, { id }) => driver.agent(id).say('Half a sent'));
    const { client, session, driver } = house;
    expect(await client.getSession(session.id)).toMatchObject({ state: 'dead', end: { reason: 'gateway_stopped' } });
    await client.sendMessage(session.id, { content: 'go on' });
    expect(driver.agent(session.id).spec).toMatchObject({ sessionId: session.id, conversation: 'kept-or-new' });
    const { messages } = await client.listMessages(session.id);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'system', 'system', 'user']);
  });

  test('nothing in the conversation looks as if it still ran, and further starts add nothing', async () => {
    await using house = await crashed(async ({ driver }, { id }) => {
      const { host } = driver.agent(id);
      const messageId = 'm1';
      host.emit({ type: 'message_start', data: { id: messageId, role: 'assistant', createdAt: 1 } });
      host.emit({ type: 'tool_call_start', data: { messageId, toolCallId: 'toolu_1', toolName: 'Bash' } });
    });
    const { messages } = await house.client.listMessages(house.session.id);
    const statuses = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool_call' ? part.status : [])),
    );
    expect(statuses).toEqual(['error']);
    await using again = await house.restart();
    expect((await again.gateway.connect('a test').listMessages(house.session.id)).messages).toEqual(messages);
  });
});

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await setImmediate();
  }
}
