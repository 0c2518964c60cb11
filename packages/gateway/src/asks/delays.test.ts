// The moment in which an answer can be taken back: on scripted agents, with a clock that the test moves.
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { approvalDraft, planDraft, questionDraft } from '../../../../tests/support/asks.ts';
import { ScriptedDriver } from '../../../../tests/support/scriptedDriver.ts';
import { about, testGateway } from '../../../../tests/support/testGateway.ts';
import { openGateway } from '../gateway.ts';

const toolCallId = 'toolu_1';

async function delayed(options: Parameters<typeof testGateway>[1] = {}, store: 'memory' | 'SQLite' = 'memory') {
  const house = await testGateway(store, options);
  const desk = house.gateway.connect('desk');
  const phone = house.gateway.connect('phone');
  await desk.updateSettings({ answerDelaySeconds: 3 });
  const { id } = await desk.createSession({ cwd: house.folder.path });
  const agent = house.driver.agent(id);
  const theAsk = async () => (await desk.listAsks({ state: 'all' })).asks[0]!;
  return { ...house, desk, phone, id, agent, theAsk };
}

/** Whatever follows by itself has followed. */
const settle = () => setImmediate();

describe('an answer with a delay', () => {
  test('is acknowledged and told to everyone at once, and reaches the agent when its time has come', async () => {
    await using house = await delayed();
    const heard: unknown[] = [];
    void house.agent.call(approvalDraft()).then((outcome) => heard.push(outcome));
    await house.desk.approveTool(house.id, { toolCallId });
    const answeredAt = house.clock.now();
    expect(await house.theAsk()).toMatchObject({ state: 'answered', phase: 'delayed', dueAt: answeredAt + 3000 });
    house.clock.advance(2999);
    await settle();
    expect(heard).toEqual([]);
    house.clock.advance(1);
    await settle();
    expect(heard).toMatchObject([{ type: 'answered', answer: { type: 'approve' } }]);
    expect(await house.theAsk()).toMatchObject({ phase: 'handed', handedAt: answeredAt + 3000 });
    expect((await house.theAsk()).dueAt).toBeUndefined();
  });

  test('is taken back on another device, and the agent goes on waiting for the next', async () => {
    await using house = await delayed();
    const outcome = house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId, clientKey: 'first' });
    const ask = await house.theAsk();
    await house.phone.takeBackAnswer(ask.id);
    house.clock.advance(60_000);
    expect(await house.theAsk()).toMatchObject({ state: 'open', phase: 'waiting' });
    await expect(house.desk.answer(ask.id, { type: 'approve' }, 'first')).rejects.toThrow('taken back');
    await house.phone.denyTool(house.id, { toolCallId, message: 'Not now.' });
    house.clock.advance(3000);
    expect(await outcome).toMatchObject({ answer: { type: 'deny', message: 'Not now.' } });
    await expect(house.phone.takeBackAnswer(ask.id)).rejects.toThrow('The agent has this answer already.');
  });

  test('[L1] is the answer from its first moment on: another one gets 409, the same again 200', async () => {
    await using house = await delayed();
    void house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId, clientKey: 'one' });
    await house.desk.approveTool(house.id, { toolCallId, clientKey: 'one' });
    await expect(house.phone.denyTool(house.id, { toolCallId })).rejects.toMatchObject({ code: 'already_answered' });
  });

  test.each([
    ['a question', questionDraft(), { type: 'answers', answers: { 0: 'SQLite', 1: '["Search"]' } } as const],
    ['a plan', planDraft(), { type: 'approve' } as const],
  ])('is delayed for %s too', async (_, draft, answer) => {
    await using house = await delayed();
    const outcome = house.agent.call(draft);
    await house.desk.answer((await house.theAsk()).id, answer);
    expect(await house.theAsk()).toMatchObject({ phase: 'delayed' });
    house.clock.advance(3000);
    expect(await outcome).toMatchObject({ type: 'answered' });
  });

  test('of a rule goes to the agent at once', async () => {
    const rule = { answer: { type: 'approve' }, answeredBy: { type: 'rule', id: 'r1', name: 'make' } } as const;
    await using house = await delayed({ admission: { rules: [() => rule] } });
    expect(await house.agent.call(approvalDraft())).toMatchObject({ type: 'answered' });
  });

  test('[L7] is over with its ask: interrupted meanwhile, it goes nowhere', async () => {
    await using house = await delayed();
    const outcome = house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId });
    await house.phone.interrupt(house.id);
    expect(await outcome).toMatchObject({ type: 'withdrawn' });
    house.clock.advance(3000);
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn' });
  });

  test('[G6] counts as given in time where the limit on waiting comes in between', async () => {
    await using house = await delayed({ limits: { ask: { outcome: 'deny', afterMs: 10_000 } } });
    const outcome = house.agent.call(approvalDraft());
    house.clock.advance(9000);
    await house.desk.approveTool(house.id, { toolCallId });
    house.clock.advance(3000);
    expect(await outcome).toMatchObject({ type: 'answered' });
  });

  test('brings the agent back once its time has come, where that is gone', async () => {
    await using house = await delayed();
    void house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId });
    house.agent.die('killed');
    await settle();
    expect(house.driver.agents).toHaveLength(1);
    expect(await house.theAsk()).toMatchObject({ phase: 'delayed', parked: { isOrphaned: false } });
    house.clock.advance(3000);
    await expect.poll(() => house.driver.agents.length).toBe(2);
    expect(await house.driver.agent(house.id).returned).toMatchObject({ answer: { type: 'approve' } });
  });

  test('[L2] survives its gateway, and is sent on its way once by the next', async () => {
    await using house = await delayed({}, 'SQLite');
    void house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId });
    await house.gateway.close();
    house.clock.advance(60_000);
    const databasePath = house.folder.at('beckon.db');
    await using next = await openGateway({ drivers: [house.driver], about, clock: house.clock, databasePath });
    expect(next.parts.ledger.unfinished()).toMatchObject([{ phase: 'delayed' }]);
    house.clock.advance(0);
    await expect.poll(() => house.driver.agents.length).toBe(2);
    expect(await house.driver.agent(house.id).returned).toMatchObject({ answer: { type: 'approve' } });
    house.clock.advance(60_000);
    expect(house.driver.agents).toHaveLength(2);
  });

  test('a clock that was set back meanwhile makes it no longer than the longest there is', async () => {
    await using house = await delayed({}, 'SQLite');
    void house.agent.call(approvalDraft());
    await house.desk.approveTool(house.id, { toolCallId });
    await house.gateway.close();
    const early = Object.assign(house.clock, { now: () => Date.UTC(2000) });
    const databasePath = house.folder.at('beckon.db');
    await using next = await openGateway({ drivers: [new ScriptedDriver()], about, clock: early, databasePath });
    house.clock.advance(5000);
    expect(next.parts.ledger.unfinished()).not.toMatchObject([{ phase: 'delayed' }]);
  });
});
