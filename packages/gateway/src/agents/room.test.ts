// Room for agents, through the whole gateway: who gets it, who gives way, and what is said to whoever waits for it.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import type { ScriptedAgent } from '../../../../tests/support/scriptedDriver.ts';
import { ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import { settle } from '../../../../tests/support/waitingHouse.ts';
import type { Agent, AgentHost, AgentSpec } from '../drivers/driver.ts';

const isRunning = ({ isClosed, isSuspended }: ScriptedAgent) => !isClosed && !isSuspended;
const textsOf = ({ sent }: ScriptedAgent) =>
  sent.flatMap(({ parts }) => parts.map((part) => 'text' in part && part.text));

async function house(maxAgents: number) {
  const opened = await testGateway('memory', { limits: { maxAgents } });
  const client = opened.gateway.connect('a test');
  const begin = async (prompt = 'go') => (await client.createSession({ cwd: opened.folder.path, prompt })).id;
  /** A session whose agent waits for its person. */
  const waiting = async (toolCallId: string) => {
    const id = await begin();
    void opened.driver.agent(id).call(approvalDraft({ toolCallId }));
    opened.clock.advance(1);
    return id;
  };
  /** A session whose agent has had its turn. */
  const resting = async () => {
    const id = await begin();
    opened.driver.agent(id).endTurn();
    opened.clock.advance(1);
    return id;
  };
  const runningOf = () => opened.driver.agents.filter(isRunning).map(({ spec }) => spec.sessionId);
  return { ...opened, client, begin, waiting, resting, runningOf };
}

describe('where there is no room', () => {
  test('the agent that has rested longest is ended', async () => {
    await using place = await house(2);
    const [first, second] = [await place.resting(), await place.resting()];
    const third = await place.begin();
    await settle();
    expect(place.runningOf()).toEqual([second, third]);
    expect(await place.client.getSession(first)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
    expect(textsOf(place.driver.agent(third))).toEqual(['go']);
  });

  test('where none rests, the one that has waited longest for its person is parked, and its answer brings it back', async () => {
    await using place = await house(2);
    const [first, second] = [await place.waiting('one'), await place.waiting('two')];
    const third = await place.begin();
    await settle();
    expect(place.runningOf()).toEqual([second, third]);
    const { asks } = await place.client.getSession(first);
    expect(asks).toMatchObject([{ phase: 'parked', parked: { reason: 'limit' } }]);
    await place.client.approveTool(first, { toolCallId: 'one' });
    await settle();
    expect(await place.driver.agent(first).returned).toMatchObject({ type: 'answered' });
    expect(place.runningOf()).toEqual([third, first]);
  });

  test.each<[string, (agent: ScriptedAgent) => void]>([
    ['works', () => undefined],
    ['runs a command in the background', (agent) => (agent.endTurn(), (agent.isBusy = true))],
    ['waits with a subagent', (agent) => void agent.call(approvalDraft({ agentId: 'sub' }))],
  ])('an agent that %s is not ended; the session says that it waits for room', async (_, act) => {
    await using place = await house(1);
    const first = await place.begin();
    act(place.driver.agent(first));
    const second = await place.begin('me too');
    place.clock.advance(60_000);
    await settle();
    expect(place.runningOf()).toEqual([first]);
    const session = await place.client.getSession(second);
    expect(session).toMatchObject({ state: 'starting', queued: { agents: 1 } });
    const { messages } = await place.client.listMessages(second);
    expect(session.unread).toEqual(messages.map(({ id }) => id));

    place.driver.agent(first).isBusy = false;
    await place.client.interrupt(first);
    await settle();
    expect(place.runningOf()).toEqual([second]);
    expect(textsOf(place.driver.agent(second))).toEqual(['me too']);
    const started = await place.client.getSession(second);
    expect(started.queued).toBeUndefined();
    expect(started.unread).toBeUndefined();
  });

  test('an agent that a message is on its way to does not give way', async () => {
    await using place = await house(1);
    const other = await place.resting();
    const first = await place.begin();
    await settle();
    const agent = place.driver.agent(first);
    agent.endTurn();
    await Promise.all([
      place.client.sendMessage(first, { content: 'hello' }),
      place.client.sendMessage(other, { content: 'me too' }),
    ]);
    await settle();
    expect([agent.isClosed, textsOf(agent)]).toEqual([false, ['go', 'hello']]);
    agent.endTurn();
    await settle();
    expect([agent.isClosed, textsOf(place.driver.agent(other))]).toEqual([true, ['me too']]);
  });

  test('what keeps an agent busy comes to an end without a word, and is looked at again', async () => {
    await using place = await house(1);
    const first = await place.resting();
    place.driver.agent(first).isBusy = true;
    const second = await place.begin();
    place.driver.agent(first).isBusy = false;
    place.clock.advance(5_000);
    await settle();
    expect(place.runningOf()).toEqual([second]);
  });
});

describe('whoever waits for room', () => {
  test('with an answer comes before who came first with a message', async () => {
    await using place = await house(1);
    const answered = await place.waiting('one');
    const worker = await place.begin();
    const messaged = await place.begin('a message');
    await place.client.approveTool(answered, { toolCallId: 'one' });
    const order: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      place.driver.agents.findLast(isRunning)?.endTurn();
      await settle();
      order.push(...place.runningOf());
      place.driver.agent(answered).result('one');
    }
    expect(order).toEqual([answered, messaged]);
    expect(place.driver.agent(worker).isClosed).toBe(true);
  });

  test('can be stopped: its message stays for the next agent', async () => {
    await using place = await house(1);
    const first = await place.begin();
    const second = await place.begin('not now');
    await place.client.interrupt(second);
    expect(await place.client.getSession(second)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
    expect((await place.client.getSession(second)).queued).toBeUndefined();
    place.driver.agent(first).endTurn();
    await settle();
    expect(place.runningOf()).toEqual([first]);
    await place.client.sendMessage(second, { content: 'but now' });
    await settle();
    expect(textsOf(place.driver.agent(second))).toEqual(['not now', 'but now']);
  });

  test('gives up its answer where its person does', async () => {
    await using place = await house(1);
    const first = await place.waiting('one');
    await place.begin();
    await place.client.approveTool(first, { toolCallId: 'one' });
    await settle();
    expect(await place.client.getSession(first)).toMatchObject({ queued: { agents: 1 } });
    await place.client.interrupt(first);
    expect(await place.client.getSession(first)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
    expect((await place.client.listAsks({ state: 'all' })).asks).toMatchObject([{ withdrawalReason: 'given_up' }]);
  });

  test('for an answer that is taken back waits no longer', async () => {
    await using place = await house(1);
    const first = await place.waiting('one');
    const worker = await place.begin();
    await place.client.approveTool(first, { toolCallId: 'one' });
    await settle();
    const [ask] = (await place.client.listAsks({ state: 'all' })).asks;
    await place.client.takeBackAnswer(ask!.id);
    expect(await place.client.getSession(first)).toMatchObject({ state: 'dead', end: { reason: 'parked' } });
    expect((await place.client.getSession(first)).queued).toBeUndefined();
    place.driver.agent(worker).endTurn();
    await settle();
    expect(place.runningOf()).toEqual([worker]);
  });

  test('can be removed, and leaves the line', async () => {
    await using place = await house(1);
    const first = await place.begin();
    const second = await place.begin();
    const third = await place.begin();
    await place.client.deleteSession(second);
    place.driver.agent(first).endTurn();
    await settle();
    expect(place.runningOf()).toEqual([third]);
  });

  test('can be renamed and given another mode meanwhile; its agent starts in that', async () => {
    await using place = await house(1);
    const first = await place.begin();
    const second = await place.begin();
    await place.client.updateSession(second, { permissionMode: 'plan' });
    place.driver.agent(first).endTurn();
    await settle();
    expect(place.driver.agent(second).spec.permissionMode).toBe('plan');
  });

  test('is not kept waiting by a start that fails', async () => {
    await using place = await house(1);
    const first = await place.begin();
    const [second, third] = [await place.begin(), await place.begin()];
    const { start } = place.driver;
    place.driver.start = (spec, host) =>
      spec.sessionId === second ? Promise.reject(new Error('It broke.')) : start.call(place.driver, spec, host);
    place.driver.agent(first).endTurn();
    await settle();
    expect(await place.client.getSession(second)).toMatchObject({ state: 'dead', end: { reason: 'start_failed' } });
    expect(place.runningOf()).toEqual([third]);
  });

  test('is started by the next gateway, where this one stops before', async () => {
    using folder = tempFolder();
    const driver = new ScriptedDriver();
    const options = { databasePath: folder.at('beckon.db'), drivers: [driver], limits: { maxAgents: 1 } };
    const before = await testGateway('memory', options);
    const client = before.gateway.connect('a test');
    await client.createSession({ cwd: folder.path, prompt: 'go' });
    driver.unreadTexts.add('later');
    const { id } = await client.createSession({ cwd: folder.path, prompt: 'later' });
    await before.gateway.close();
    expect(before.clock.timerCount).toBe(0);
    expect(driver.agents).toHaveLength(1);
    // Nothing was sent yet, so that only the driver of the test has to be told that it was not read.
    driver.unread = async (_, ids) => [...ids];
    await using after = await testGateway('memory', options);
    await settle();
    expect(textsOf(driver.agent(id))).toEqual(['later']);
    expect((await after.gateway.connect('a test').getSession(id)).queued).toBeUndefined();
    await before[Symbol.asyncDispose]();
  });
});

/** Agents that do what they are told or were approved, and then rest. Says how many ran at once, and in which order. */
class DiligentDriver extends ScriptedDriver {
  most = 0;
  readonly order: string[] = [];
  /** Whether they do anything. */
  isAtWork = false;

  override async start(spec: AgentSpec, host: AgentHost): Promise<Agent> {
    const started = await super.start(spec, host);
    const agent = this.agent(spec.sessionId);
    this.most = Math.max(this.most, this.agents.filter(isRunning).length);
    this.order.push(spec.sessionId);
    if (!this.isAtWork) return started;
    if (spec.returning) void this.#goOn(agent, spec.returning.toolCallId);
    else agent.send = () => void setImmediate().then(() => agent.endTurn());
    return started;
  }

  async #goOn(agent: ScriptedAgent, toolCallId: string): Promise<void> {
    const outcome = await agent.returned;
    if (outcome?.type !== 'answered') return;
    await setImmediate();
    agent.result(toolCallId);
    agent.endTurn();
  }
}

test('sixty answers after a restart are all delivered, never by more than four agents at once, and before messages', async () => {
  using folder = tempFolder();
  const driver = new DiligentDriver();
  const databasePath = folder.at('beckon.db');
  const before = await testGateway('memory', { databasePath, drivers: [driver], limits: { maxAgents: 100 } });
  const first = before.gateway.connect('a test');
  const begin = async (index: number) => {
    const { id } = await first.createSession({ cwd: folder.path, prompt: 'go' });
    if (index < 60) void driver.agent(id).call(approvalDraft({ toolCallId: `call ${index}` }));
    return id;
  };
  const ids: string[] = [];
  for (let index = 0; index < 70; index += 1) ids.push(await begin(index));
  const [answered, messaged] = [ids.slice(0, 60), ids.slice(60)];
  await before.gateway.close();

  driver.isAtWork = true;
  driver.most = 0;
  driver.agents.length = 0;
  driver.order.length = 0;
  await using after = await testGateway('memory', {
    databasePath,
    drivers: [driver],
    limits: { maxAgents: 4 },
  });
  const client = after.gateway.connect('a test');
  await Promise.all([
    ...messaged.slice(0, 1).map((id) => client.sendMessage(id, { content: 'hi' })),
    ...answered.map((id, index) => client.approveTool(id, { toolCallId: `call ${index}` })),
    ...messaged.slice(1).map((id) => client.sendMessage(id, { content: 'hi' })),
  ]);
  const patience = { timeout: 20_000 };
  await expect.poll(() => driver.order.length, patience).toBe(70);
  const states = async () => (await client.listAsks({ state: 'all', limit: 100 })).asks.map(({ state }) => state);
  await expect.poll(states, patience).toEqual(answered.map(() => 'settled'));
  expect(driver.most).toBeLessThanOrEqual(4);
  // Those that found room at once did not have to wait for anybody.
  const late = driver.order.slice(4).map((id) => (messaged.includes(id) ? 'message' : 'answer'));
  expect(late.lastIndexOf('answer')).toBeLessThan(late.indexOf('message'));
  await before[Symbol.asyncDispose]();
});
