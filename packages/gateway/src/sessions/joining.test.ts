// Agents that run without the gateway: found, joined, left, and found again by the next gateway.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { ScriptedAgent, ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { about } from '../../../../tests/support/testGateway.ts';
import type { AgentEvent, RunningAgent } from '../drivers/driver.ts';
import { openGateway } from '../gateway.ts';

/** A driver whose agents are out there already, whatever the gateway does. */
class OutsideDriver extends ScriptedDriver {
  readonly outside: OutsideAgent[] = [];
  found: (running: RunningAgent) => boolean = () => false;

  watch(found: (running: RunningAgent) => boolean): Promise<void> {
    this.found = found;
    for (const agent of this.outside) found(agent);
    return Promise.resolve();
  }
}

class OutsideAgent implements RunningAgent {
  readonly sessionId = randomUUID();
  readonly cwd = '/';
  readonly permissionMode = 'default';
  readonly model = undefined;
  readonly past: AgentEvent[] = [];
  /** Whether it still waits for the answer to its call. */
  isWaiting = true;
  joined: ScriptedAgent | undefined;
  outcome: ReturnType<ScriptedAgent['call']> | undefined;
  timesLeft = 0;

  async join(host: Parameters<RunningAgent['join']>[0]) {
    const { sessionId, cwd, permissionMode, model } = this;
    const agent = new ScriptedAgent(
      { sessionId, cwd, permissionMode, model, claudeArguments: [], conversation: 'kept' },
      host,
    );
    this.joined = agent;
    host.history(this.past);
    const { sessionId: _session, ...ask } = approvalDraft();
    if (this.isWaiting) this.outcome = host.ask(ask, agent.signal);
    return Object.assign(agent, {
      leave: () => {
        this.timesLeft += 1;
        return Promise.resolve();
      },
    });
  }
}

const text = (id: string, words: string): AgentEvent => ({
  type: 'message',
  data: { message: { id, role: 'assistant', createdAt: 1, parts: [{ type: 'text', text: words }] } },
});

async function setUp() {
  const folder = tempFolder();
  const driver = new OutsideDriver();
  const agent = new OutsideAgent();
  const open = () => openGateway({ drivers: [driver], about, databasePath: folder.at('beckon.db') });
  return { driver, agent, open, id: agent.sessionId, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

describe('an agent that runs already', () => {
  test('becomes a session, with what it has said and what it waits for', async () => {
    using place = await setUp();
    place.agent.past.push(text('m1', 'Before you came.'));
    place.driver.outside.push(place.agent);
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    expect(await client.getSession(place.id)).toMatchObject({ cwd: '/', asks: [{ toolCallId: 'toolu_1' }] });
    const { messages } = await client.listMessages(place.id);
    expect(messages.map(({ id }) => id)).toEqual(['m1']);
    await client.approveTool(place.id, { toolCallId: 'toolu_1' });
    expect(await place.agent.outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
  });

  test('may turn up later, too', async () => {
    using place = await setUp();
    await using gateway = await place.open();
    place.driver.found(place.agent);
    const client = gateway.connect('this test');
    await expect.poll(() => client.getSession(place.id)).toMatchObject({ asks: [{ toolCallId: 'toolu_1' }] });
  });

  test('is not joined while its session is being removed, and becomes a new one after that', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    let letGo: () => void = () => undefined;
    place.agent.joined!.closeGate = new Promise((resolve) => (letGo = resolve));
    const removed = client.deleteSession(place.id);
    const isJoined = place.driver.found(place.agent);
    letGo();
    await removed;
    expect(isJoined).toBe(false);
    expect((await client.listAsks()).asks).toEqual([]);
    expect(place.driver.found(place.agent)).toBe(true);
    await expect.poll(() => client.listSessions()).toMatchObject({ sessions: [{ asks: [{ toolCallId: 'toolu_1' }] }] });
    await client.approveTool(place.id, { toolCallId: 'toolu_1' });
    expect(await place.agent.outcome).toMatchObject({ type: 'answered' });
  });

  test('is left alone when the gateway stops; the next one finds the same ask, still open', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    const first = await place.open();
    const [before] = (await first.connect('this test').listAsks()).asks;
    await first.close();
    expect(place.agent).toMatchObject({ timesLeft: 1, joined: { isClosed: false } });

    place.agent.past.push(text('m1', 'While you were away.'));
    await using second = await place.open();
    const client = second.connect('this test');
    expect((await client.listAsks()).asks).toEqual([before]);
    expect((await client.listMessages(place.id)).messages).toHaveLength(1);
    await client.denyTool(place.id, { toolCallId: 'toolu_1' });
    expect(await place.agent.outcome).toMatchObject({ type: 'answered', answer: { type: 'deny' } });
  });

  test('[L7] what it was asked at its own terminal meanwhile is withdrawn, and says so', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    await (await place.open()).close();
    place.agent.isWaiting = false;
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    const { asks } = await client.listAsks({ state: 'all' });
    expect(asks).toMatchObject([{ state: 'withdrawn', withdrawalReason: 'answered_in_terminal' }]);
  });

  test('an answer that was kept but not delivered reaches it after the restart', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    const first = await place.open();
    await first.connect('this test').approveTool(place.id, { toolCallId: 'toolu_1' });
    await first.close();
    await using second = await place.open();
    expect((await second.connect('this test').listAsks()).asks).toEqual([]);
    expect(await place.agent.outcome).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
  });

  test('and is gone when the next gateway starts, leaves its ask behind, parked', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    await (await place.open()).close();
    place.driver.outside.length = 0;
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    const asks = [{ parked: { reason: 'agent_gone' } }];
    expect(await client.getSession(place.id)).toMatchObject({ state: 'dead', asks });
  });

  test('what clients know of its past is not told again', async () => {
    using place = await setUp();
    place.agent.past.push(text('m1', 'Once.'));
    place.driver.outside.push(place.agent);
    await (await place.open()).close();
    place.agent.past.push(text('m2', 'New.'));
    place.driver.outside.length = 0;
    await using gateway = await place.open();
    const { events } = gateway.rooms;
    const stream = events.subscribe({ epoch: events.epoch, seq: events.seq });
    place.driver.found(place.agent);
    const told = () => stream.take().flatMap(({ event }) => (event.type === 'message' ? [event.data.message.id] : []));
    await expect.poll(told).toEqual(['m2']);
    stream.close();
  });
});
