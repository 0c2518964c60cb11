import { setImmediate } from 'node:timers/promises';
import type { Ask } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, planDraft } from '../../../../tests/support/asks.ts';
import type { ScriptedAgent } from '../../../../tests/support/scriptedDriver.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../tests/support/testGateway.ts';
import type { AgentAsk } from '../drivers/driver.ts';

const minute = 60_000;
const toolCallId = 'toolu_1';
const unavailable = () => new BeckonError('agent_unavailable', 'There is no claude here.');

async function waiting(ask: AgentAsk = approvalDraft(), options: Parameters<typeof testGateway>[1] = {}) {
  const house = await testGateway('memory', options);
  const client = house.gateway.connect('a test');
  const { id } = await client.createSession({ cwd: house.folder.path, prompt: 'go' });
  const agent = house.driver.agent(id);
  const outcome = agent.call(ask);
  const theAsk = async (): Promise<Ask> => {
    await settle();
    const { asks } = await client.listAsks({ state: 'all' });
    const first = asks.at(-1);
    if (!first) throw new Error('nothing was asked');
    return first;
  };
  return { ...house, client, id, agent, outcome, theAsk, latest: () => house.driver.agent(id) };
}

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

describe('an ask whose agent died', () => {
  test('[L7] stays open, parked; the agent hears nothing, and no other is started', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    expect(await house.outcome).toEqual({ type: 'parked' });
    expect(await house.theAsk()).toMatchObject({ state: 'open', parked: { reason: 'agent_gone', isOrphaned: false } });
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end: { reason: 'parked' } });
    expect(house.driver.agents).toHaveLength(1);
  });

  test('leaves the session where it was in the list: nothing was done in it', async () => {
    await using house = await waiting();
    const { lastActivityAt } = await house.client.getSession(house.id);
    house.clock.advance(minute);
    house.agent.die('killed');
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', lastActivityAt });
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    expect((await house.client.getSession(house.id)).lastActivityAt).toBe(house.clock.now());
  });

  test('[L2] answered, brings the agent back, which gets the answer for that very call', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    expect(house.latest().spec).toMatchObject({ conversation: 'kept', returning: { toolCallId } });
    expect(await house.latest().returned).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
    house.latest().result(toolCallId);
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
    expect((await house.theAsk()).parked).toBeUndefined();
  });

  test('[L4] that ran an approved call may have run it: it is not run again', async () => {
    await using house = await waiting();
    await house.client.approveTool(house.id, { toolCallId });
    house.agent.die('killed');
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'outcome_unknown' });
    expect(house.driver.agents).toHaveLength(1);
    await house.client.sendMessage(house.id, { content: 'go on' });
    expect(await house.latest().call(approvalDraft())).toEqual({ type: 'withdrawn', reason: 'outcome_unknown' });
    expect((await house.client.listAsks()).asks).toEqual([]);
  });

  test('that has kept the result of an approved call ran it', async () => {
    await using house = await waiting();
    house.driver.fates.set(toolCallId, 'finished');
    await house.client.approveTool(house.id, { toolCallId });
    house.agent.die('killed');
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
  });

  test('[L2] a no that it had been given is given again', async () => {
    await using house = await waiting();
    await house.client.denyTool(house.id, { toolCallId, message: 'no' });
    house.clock.advance(minute);
    house.agent.die('killed');
    await settle();
    expect(await house.latest().returned).toMatchObject({ type: 'answered', answer: { type: 'deny', message: 'no' } });
  });

  test('an agent that dies of the answer at once is not told again at once, but later and later', async () => {
    await using house = await waiting();
    await house.client.denyTool(house.id, { toolCallId });
    for (const delayMs of [1000, 2000, 4000]) {
      const count = house.driver.agents.length;
      house.latest().die('killed');
      await settle();
      house.clock.advance(delayMs - 1);
      await settle();
      expect(house.driver.agents).toHaveLength(count);
      house.clock.advance(1);
      await settle();
      expect(house.driver.agents).toHaveLength(count + 1);
    }
  });

  test('a message brings the agent back too: the ask waits with it again, and the message behind it', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await house.client.sendMessage(house.id, { content: 'and?' });
    expect((await house.theAsk()).parked).toBeUndefined();
    expect(house.latest().spec.returning).toMatchObject({ toolCallId });
    expect(house.latest().sent).toHaveLength(1);
  });

  test('given up, it is withdrawn', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await house.client.interrupt(house.id);
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'interrupted' });
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end: { reason: 'idle' }, asks: [] });
  });
});

describe('an ask that cannot come back', () => {
  const orphaned = async () => {
    const house = await waiting();
    house.driver.fates.set(toolCallId, 'lost');
    house.agent.die('killed');
    await settle();
    return house;
  };
  const toldIn = (house: Awaited<ReturnType<typeof orphaned>>) => JSON.stringify(house.latest().sent);

  test('is orphaned: its answer reaches the agent in a message, and its turn is over', async () => {
    await using house = await orphaned();
    expect(await house.theAsk()).toMatchObject({ state: 'open', parked: { isOrphaned: true } });
    await house.client.approveTool(house.id, { toolCallId });
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
    expect(toldIn(house)).toContain('I approve it');
    expect(toldIn(house)).toContain('touch');
    house.latest().endTurn();
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
  });

  test('[L5] the same call, made again, is let through once; another one never', async () => {
    await using house = await orphaned();
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    const call = (id: string, input = approvalDraft().input) =>
      house.latest().call(approvalDraft({ toolCallId: id, input }));
    void call('other', { command: 'touch elsewhere.txt' });
    expect(await call('same')).toMatchObject({ type: 'answered', answer: { type: 'approve' } });
    void call('again');
    await settle();
    const { asks } = await house.client.listAsks();
    expect(asks.map((ask) => ask.toolCallId)).toEqual(['other', 'again']);
  });

  test('is taken over by the same call where that comes before an answer', async () => {
    await using house = await orphaned();
    await house.client.sendMessage(house.id, { content: 'go on' });
    void house.latest().call(approvalDraft({ toolCallId: 'anew' }));
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'superseded' });
    expect((await house.client.listAsks()).asks).toMatchObject([{ toolCallId: 'anew', state: 'open' }]);
  });

  test('becomes one where the agent that was to bring it back does not', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await settle();
    house.driver.losesCalls = true;
    await house.client.denyTool(house.id, { toolCallId, message: 'rather not' });
    expect(await house.theAsk()).toMatchObject({ parked: { isOrphaned: true }, state: 'delivered' });
    expect(toldIn(house)).toContain('rather not');
  });

  test('becomes one where agents die of it again and again, and not before', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await settle();
    house.driver.diesReturning = true;
    await house.client.denyTool(house.id, { toolCallId, message: 'rather not' });
    for (const delayMs of [1000, 2000]) {
      expect(await house.theAsk()).toMatchObject({
        parked: { isOrphaned: false },
        delivery: { message: 'It died of it.' },
      });
      house.clock.advance(delayMs);
    }
    expect(await house.theAsk()).toMatchObject({ parked: { isOrphaned: true }, state: 'delivered' });
    expect(toldIn(house)).toContain('rather not');
  });

  test('is told again where the model was out of reach, and shown once', async () => {
    await using house = await orphaned();
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    house.latest().fail('API Error: Connection refused.');
    const failed = { attempts: 1, message: 'API Error: Connection refused.', nextAt: house.clock.now() + 1000 };
    expect(await house.theAsk()).toMatchObject({ state: 'answered', delivery: failed });
    house.clock.advance(1000);
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
    expect(house.latest().sent.map(({ parts }) => parts)).toEqual([expect.anything(), house.latest().sent[0]?.parts]);
    const { messages } = await house.client.listMessages(house.id);
    expect(messages.filter(({ parts }) => JSON.stringify(parts).includes('My answer is no.'))).toHaveLength(1);
    house.latest().endTurn();
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
  });

  type Doing = (agent: ScriptedAgent) => void;
  const nothing: Doing = () => undefined;

  test.each<[string, { before: Doing; after: Doing }]>([
    ['a subagent spoke', { before: nothing, after: (agent) => agent.say('I see.', 'toolu_sub') }],
    ['it spoke before it was told', { before: (agent) => agent.say('Well.'), after: nothing }],
    ['it ended the turn before', { before: nothing, after: (agent) => (agent.say('So.'), agent.endTurnOfSeveral()) }],
  ])('is told again where the model was out of reach, also where %s', async (_, { before, after }) => {
    await using house = await orphaned();
    await house.client.sendMessage(house.id, { content: 'go on' });
    before(house.latest());
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    after(house.latest());
    house.latest().fail('API Error: Connection refused.');
    expect(await house.theAsk()).toMatchObject({ state: 'answered', delivery: { attempts: 1 } });
  });

  test('is not told again where the turn failed after the agent had read it', async () => {
    await using house = await orphaned();
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    house.latest().say('I see.');
    house.latest().fail('API Error: Connection refused.');
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
  });

  test('a subagent’s is one', async () => {
    await using house = await waiting(approvalDraft({ agentId: 'sub' }));
    house.agent.die('killed');
    expect(await house.theAsk()).toMatchObject({ parked: { isOrphaned: true } });
  });
});

test.each([
  [true, 'delivered'],
  [false, 'settled'],
])(
  'a subagent’s answered call without a result, its agent at rest with something still at work: %s',
  async (isBusy, state) => {
    await using house = await waiting(approvalDraft({ agentId: 'sub' }));
    await house.client.approveTool(house.id, { toolCallId });
    house.agent.isBusy = isBusy;
    house.agent.endTurn();
    expect(await house.theAsk()).toMatchObject({ state });
  },
);

describe('[G6] the limit on waiting, with “park”', () => {
  const limits = { ask: { outcome: 'park', afterMs: 10 * minute } } as const;

  test('ends the process and keeps the ask', async () => {
    await using house = await waiting(planDraft({ toolCallId }), { limits });
    house.clock.advance(10 * minute);
    expect(await house.theAsk()).toMatchObject({ state: 'open', parked: { reason: 'limit' } });
    expect(house.agent.isSuspended).toBe(true);
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    expect(await house.latest().returned).toMatchObject({ type: 'answered' });
  });

  test.each<[string, (house: Awaited<ReturnType<typeof waiting>>) => void]>([
    ['a subagent waits too', ({ agent }) => void agent.call(approvalDraft({ toolCallId: 'sub', agentId: 'sub' }))],
    ['something runs in the background', ({ agent }) => void (agent.isBusy = true)],
  ])('does nothing where more than the wait would be lost: %s', async (_, act) => {
    await using house = await waiting(approvalDraft(), { limits });
    act(house);
    house.clock.advance(10 * minute);
    expect((await house.theAsk()).parked).toBeUndefined();
    expect(house.agent.isSuspended).toBe(false);
  });
});

describe('an answer that cannot be delivered', () => {
  const undelivered = async () => {
    const house = await waiting();
    house.agent.die('killed');
    house.driver.startFailure = unavailable();
    await house.client.approveTool(house.id, { toolCallId, clientKey: 'k1' });
    return house;
  };

  test('is kept, told with the reason, and tried again, later and later', async () => {
    await using house = await undelivered();
    const failed = { attempts: 1, message: 'There is no claude here.', nextAt: house.clock.now() + 1000 };
    expect(await house.theAsk()).toMatchObject({ state: 'answered', delivery: failed });
    house.driver.startFailure = unavailable();
    house.clock.advance(1000);
    expect((await house.theAsk()).delivery).toMatchObject({ attempts: 2, nextAt: house.clock.now() + 2000 });
    house.clock.advance(2000);
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
    expect((await house.theAsk()).delivery).toBeUndefined();
  });

  test('is what the session waits with, until it is taken back', async () => {
    await using house = await undelivered();
    const { id } = await house.theAsk();
    const end = { reason: 'undelivered', message: 'There is no claude here.' };
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end });
    await house.client.takeBackAnswer(id);
    expect((await house.client.getSession(house.id)).end).toEqual({ reason: 'parked' });
  });

  test('can be given up, and the mode changed, while an agent is being started in vain', async () => {
    await using house = await undelivered();
    const { id } = await house.theAsk();
    const inVain = async (act: () => Promise<unknown>) => {
      house.driver.startFailure = unavailable();
      const trying = house.client.deliverAnswer(id);
      await act();
      await trying;
    };
    await inVain(() => house.client.updateSession(house.id, { permissionMode: 'acceptEdits' }));
    expect(await house.client.getSession(house.id)).toMatchObject({ permissionMode: 'acceptEdits' });
    await inVain(() => house.client.interrupt(house.id));
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'interrupted' });
    expect((await house.client.getSession(house.id)).end).toEqual({ reason: 'idle' });
    house.clock.advance(minute);
    expect(house.driver.agents).toHaveLength(1);
  });

  test('can be tried at once', async () => {
    await using house = await undelivered();
    await house.client.deliverAnswer((await house.theAsk()).id);
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
  });

  test('[L1] can be taken back until an agent has it; the same attempt, retried, does not bring it back', async () => {
    await using house = await undelivered();
    const { id: askId } = await house.theAsk();
    await house.client.takeBackAnswer(askId);
    const taken = await house.theAsk();
    expect(taken).toMatchObject({ state: 'open' });
    expect(taken.answer).toBeUndefined();
    await expect(house.client.approveTool(house.id, { toolCallId, clientKey: 'k1' })).rejects.toMatchObject({
      code: 'already_answered',
    });
    await house.client.denyTool(house.id, { toolCallId, clientKey: 'k2' });
    await settle();
    expect(await house.latest().returned).toMatchObject({ answer: { type: 'deny' } });
    await expect(house.client.takeBackAnswer(askId)).rejects.toMatchObject({ code: 'already_answered' });
  });

  test('survives the gateway, and is delivered by the next', async () => {
    using folder = tempFolder();
    const options = { databasePath: folder.at('beckon.db') };
    const before = await waiting(approvalDraft(), options);
    before.agent.die('killed');
    before.driver.startFailure = unavailable();
    await before.client.denyTool(before.id, { toolCallId });
    await settle();
    await before[Symbol.asyncDispose]();
    const after = await testGateway('memory', options);
    after.driver.losesCalls = true;
    await settle();
    expect(JSON.stringify(after.driver.agent(before.id).sent)).toContain('My answer is no.');
    await after[Symbol.asyncDispose]();
  });
});

describe('receipts', () => {
  test('say which devices have seen an ask, each once', async () => {
    await using house = await waiting();
    const { id: askId } = await house.theAsk();
    await house.client.markSeen(askId);
    await house.client.markSeen(askId);
    await house.gateway.connect('a phone').markSeen(askId);
    const devices = [{ device: 'a test' }, { device: 'a phone' }];
    expect(await house.theAsk()).toMatchObject({ shown: devices, seen: devices });
    const { history } = await house.client.getAsk(askId);
    expect(history.map(({ type }) => type)).toEqual(['ask_opened', 'ask_seen', 'ask_seen']);
    await expect(house.client.markSeen('none')).rejects.toMatchObject({ code: 'ask_not_found' });
  });
});
