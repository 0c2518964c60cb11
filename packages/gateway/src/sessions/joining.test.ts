// Agents that run without the gateway: found, joined, left, and found again by the next gateway.
import { randomUUID } from 'node:crypto';
import type { Message } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { ScriptedAgent, ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { about } from '../../../../tests/support/testGateway.ts';
import type { AgentEvent, PastPage, PastQuery, RunningAgent } from '../drivers/driver.ts';
import { openGateway } from '../gateway.ts';

/** A driver whose agents are out there already, whatever the gateway does. */
class OutsideDriver extends ScriptedDriver {
  readonly outside: OutsideAgent[] = [];
  found: (running: RunningAgent) => boolean = () => false;
  /** What its agents keep of the time before, oldest first. */
  readonly kept: Message[] = [];

  async past(_: unknown, { before = this.kept.length, limit }: PastQuery): Promise<PastPage> {
    const from = Math.max(0, before - limit);
    return { messages: this.kept.slice(from, before), ...(from > 0 && { next: from }) };
  }

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
  /** Where it keeps what came before. */
  earlier: string | undefined;
  /** How far the house has said that it knows all. */
  knownPlace: string | undefined;
  /** Whether it still waits for the answer to its call. */
  isWaiting = true;
  joined: ScriptedAgent | undefined;
  outcome: ReturnType<ScriptedAgent['call']> | undefined;
  timesLeft = 0;

  async join(host: Parameters<RunningAgent['join']>[0]) {
    const { sessionId, cwd, permissionMode, model } = this;
    const agent = new ScriptedAgent(
      { sessionId, cwd, permissionMode, model, programArguments: [], conversation: 'kept' },
      host,
    );
    this.joined = agent;
    this.knownPlace = host.place;
    await host.tellPast({ events: this.past, ...(this.earlier !== undefined && { earlier: this.earlier }) });
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

const written = (id: string, words = 'Old.'): Message => ({
  id,
  role: 'assistant',
  createdAt: 1,
  parts: [{ type: 'text', text: words }],
});
const text = (id: string, words: string): AgentEvent => ({ type: 'message', data: { message: written(id, words) } });

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

  test('that takes up the conversation which its session went on with is that session again', async () => {
    using place = await setUp();
    place.agent.isWaiting = false;
    place.driver.outside.push(place.agent);
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    const next = new OutsideAgent();
    const another = Object.assign(new OutsideAgent(), { isWaiting: false, sessionId: place.id });
    place.agent.joined!.host.update({ conversationId: next.sessionId });
    // The conversation that it has left belongs to whoever takes that up while it runs: one agent, one session.
    place.driver.found(another);
    await expect.poll(async () => (await client.listSessions()).sessions.length).toBe(2);
    place.agent.joined!.die('killed');
    await expect.poll(async () => (await client.getSession(place.id)).state).toBe('dead');
    place.driver.found(next);
    await expect.poll(() => client.getSession(place.id)).toMatchObject({ asks: [{ toolCallId: 'toolu_1' }] });
    expect((await client.listSessions()).sessions).toHaveLength(2);
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
    const [ask] = (await client.listAsks()).asks;
    await client.answer(ask!.id, { type: 'approve' });
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
    const { events } = gateway.parts;
    const stream = events.subscribe({ epoch: events.epoch, seq: events.seq });
    place.driver.found(place.agent);
    const told = () => stream.take().flatMap(({ event }) => (event.type === 'message' ? [event.data.message.id] : []));
    await expect.poll(told).toEqual(['m2']);
    stream.close();
  });

  test('what the house knows of a call beyond what the agent keeps, stays', async () => {
    using place = await setUp();
    place.agent.past.push(text('m1', 'Before.'));
    place.driver.outside.push(place.agent);
    const first = await place.open();
    const { host } = place.agent.joined!;
    const call: AgentEvent[] = [
      { type: 'message_start', data: { id: 'm2', role: 'assistant', createdAt: 1 } },
      { type: 'tool_call_start', data: { messageId: 'm2', toolCallId: 'toolu_1', toolName: 'Bash' } },
      { type: 'tool_call_end', data: { toolCallId: 'toolu_1', input: { command: 'touch x.txt' } } },
    ];
    for (const event of call) host.emit(event);
    await first.connect('this test').approveTool(place.id, { toolCallId: 'toolu_1' });
    host.emit({ type: 'tool_result', data: { toolCallId: 'toolu_1', result: { text: 'done', isError: false } } });
    await first.close();

    // It tells the call, and in another piece what came of it.
    place.agent.isWaiting = false;
    place.agent.past.push(...call);
    await using second = await place.open();
    const client = second.connect('this test');
    const { messages, asks } = await client.listMessages(place.id);
    const part = { status: 'complete', interactiveType: 'approval', result: { text: 'done' } };
    expect(messages.at(-1)).toMatchObject({ id: 'm2', parts: [part] });
    expect(asks).toMatchObject([{ toolCallId: 'toolu_1' }]);
  });

  test('a result whose call was told long before reaches it', async () => {
    using place = await setUp();
    place.agent.past.push(
      { type: 'message_start', data: { id: 'm1', role: 'assistant', createdAt: 1 } },
      { type: 'tool_call_start', data: { messageId: 'm1', toolCallId: 'toolu_9', toolName: 'Agent' } },
      { type: 'tool_call_end', data: { toolCallId: 'toolu_9', input: {} } },
    );
    place.driver.outside.push(place.agent);
    await (await place.open()).close();
    const result = { text: 'found', isError: false };
    place.agent.past.splice(0, 3, { type: 'tool_result', data: { toolCallId: 'toolu_9', result } });
    await using gateway = await place.open();
    const { messages } = await gateway.connect('this test').listMessages(place.id);
    expect(messages).toMatchObject([{ parts: [{ status: 'complete', result: { text: 'found' } }] }]);
  });

  test('it is told how far the house knows it, once that is kept', async () => {
    using place = await setUp();
    place.driver.outside.push(place.agent);
    const first = await place.open();
    expect(place.agent.knownPlace).toBeUndefined();
    place.agent.joined!.say('Here.');
    place.agent.joined!.host.reached('line 7');
    await first.close();
    await using second = await place.open();
    expect(place.agent.knownPlace).toBe('line 7');
    const session = await second.connect('this test').getSession(place.id);
    expect(JSON.stringify(session)).not.toContain('line 7');
  });

  test('what it keeps of the time before is read from there, page by page, also after a restart', async () => {
    using place = await setUp();
    place.driver.kept.push(...Array.from({ length: 7 }, (_, index) => written(`old ${index}`)));
    place.agent.past.push(text('new 0', 'New.'), text('new 1', 'New.'));
    place.agent.earlier = 'where it was';
    place.driver.outside.push(place.agent);
    await (await place.open()).close();
    // It is where its first gateway has found it.
    place.agent.earlier = 'elsewhere';
    await using gateway = await place.open();
    const client = gateway.connect('this test');
    for (const limit of [1, 2, 3, 8, 9, 100]) {
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const page = await client.listMessages(place.id, { limit, ...(before !== undefined && { before }) });
        pages.unshift(page.messages.map(({ id }) => id));
        before = page.next;
      } while (before !== undefined);
      const all = [...Array.from({ length: 7 }, (_, index) => `old ${index}`), 'new 0', 'new 1'];
      expect(pages.flat()).toEqual(all);
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(limit);
    }
  });
});
