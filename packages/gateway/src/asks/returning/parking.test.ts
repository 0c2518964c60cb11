import { describe, expect, test } from 'vitest';
import { approvalDraft, planDraft } from '../../../../../tests/support/asks.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import { minute, settle, toolCallId, unavailable, waiting } from '../../../../../tests/support/waitingHouse.ts';
import { CallNotReturned } from '../../drivers/driver.ts';

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

  test.each([
    ['died', { mayYetReturn: true }],
    ['was given up', { mayYetReturn: false }],
  ])('[L4] brought back by one that got the answer, but %s while it was started, is not run again', async (_, fate) => {
    await using house = await waiting();
    house.agent.die('killed');
    house.driver.failureOnceAnswered = new CallNotReturned('It failed.', fate);
    await house.client.approveTool(house.id, { toolCallId });
    for (let retry = 0; retry < 3; retry++) {
      expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'outcome_unknown' });
      house.clock.advance(minute);
    }
    expect(house.driver.agents).toHaveLength(2);
    expect(house.latest().sent).toEqual([]);
  });

  test('denied, and brought back by one that fails once it has heard that, is brought back again after a pause', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    house.driver.failureOnceAnswered = new CallNotReturned('It failed.', { mayYetReturn: true });
    await house.client.denyTool(house.id, { toolCallId });
    for (const agents of [2, 3]) {
      expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: { message: 'It failed.' } });
      expect(house.driver.agents).toHaveLength(agents);
      house.clock.advance(minute);
    }
    await settle();
  });

  test('given up while a message brings its agent back without it, does not keep that message back', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await settle();
    let open: () => void = () => undefined;
    house.driver.startGate = new Promise((resolve) => (open = resolve));
    house.driver.losesCalls = true;
    const sending = house.client.sendMessage(house.id, { content: 'something else' });
    await settle();
    const givingUp = house.client.interrupt(house.id);
    open();
    await Promise.all([sending, givingUp]);
    expect(house.latest().sent).toMatchObject([{ parts: [{ text: 'something else' }] }]);
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
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

  test('given up while its agent is being started, gets no answer', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    let open: () => void = () => undefined;
    house.driver.startGate = new Promise((resolve) => (open = resolve));
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    const givingUp = house.client.interrupt(house.id);
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
    open();
    await givingUp;
    expect(await house.latest().returned).toEqual({ type: 'withdrawn', reason: 'interrupted' });
    expect((await house.client.listAsks()).asks).toEqual([]);
  });

  test('given up, it is withdrawn', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    await house.client.interrupt(house.id);
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end: { reason: 'idle' }, asks: [] });
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

  test('ends the process as soon as nothing more would be lost', async () => {
    await using house = await waiting(approvalDraft(), { limits });
    house.agent.isBusy = true;
    house.clock.advance(10 * minute);
    house.agent.isBusy = false;
    await settle();
    house.clock.advance(minute);
    expect(await house.theAsk()).toMatchObject({ parked: { reason: 'limit' } });
    expect(house.agent.isSuspended).toBe(true);
  });

  test('ends the process beside an ask that waits without one anyway', async () => {
    await using house = await waiting(approvalDraft(), { limits });
    house.driver.fates.set(toolCallId, 'lost');
    house.agent.die('killed');
    await house.client.sendMessage(house.id, { content: 'go on' });
    const agent = house.latest();
    void agent.call(approvalDraft({ toolCallId: 'later', input: { command: 'ls' } }));
    house.clock.advance(10 * minute);
    await settle();
    expect(agent.isSuspended).toBe(true);
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
    expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: failed });
    house.driver.startFailure = unavailable();
    house.clock.advance(1000);
    expect((await house.theAsk()).failedDelivery).toMatchObject({ attempts: 2, nextAt: house.clock.now() + 2000 });
    house.clock.advance(2000);
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
    expect((await house.theAsk()).failedDelivery).toBeUndefined();
  });

  test('is what the session waits with, until it is taken back', async () => {
    await using house = await undelivered();
    const { id } = await house.theAsk();
    const end = { reason: 'undelivered', message: 'There is no claude here.' };
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end });
    await house.client.takeBackAnswer(id);
    expect((await house.client.getSession(house.id)).end).toEqual({ reason: 'parked' });
  });

  test('is tried again without a word: the session does not look as if it started each time', async () => {
    await using house = await undelivered();
    await settle();
    const { events } = house.gateway.parts;
    const stream = events.subscribe({ epoch: events.epoch, seq: events.seq });
    const shown = () =>
      stream.take().flatMap(({ event }) => (event.type === 'session_status' ? [event.data.session.state] : []));
    for (const delayMs of [1000, 2000]) {
      house.driver.startFailure = unavailable();
      house.clock.advance(delayMs);
      await settle();
      expect(shown()).toEqual([]);
      expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end: { reason: 'undelivered' } });
    }
    house.clock.advance(4000);
    await settle();
    expect(new Set(shown())).toEqual(new Set(['assistant_turn']));
    expect(await house.client.getSession(house.id)).not.toHaveProperty('end');
    stream.close();
  });

  test('shows that an agent starts where a message brings one back', async () => {
    await using house = await undelivered();
    await settle();
    let open: () => void = () => undefined;
    house.driver.startGate = new Promise((resolve) => (open = resolve));
    house.clock.advance(1000);
    await settle();
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead' });
    const sending = house.client.sendMessage(house.id, { content: 'and?' });
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'starting' });
    expect(await house.client.getSession(house.id)).not.toHaveProperty('end');
    open();
    await sending;
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
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
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
    const devices = [{ device: { name: 'a test' } }, { device: { name: 'a phone' } }];
    expect(await house.theAsk()).toMatchObject({ shown: devices, seen: devices });
    const { log } = await house.client.getAsk(askId);
    expect(log.map(({ type }) => type)).toEqual(['ask_opened', 'ask_seen', 'ask_seen']);
    await expect(house.client.markSeen('none')).rejects.toMatchObject({ code: 'ask_not_found' });
  });
});
