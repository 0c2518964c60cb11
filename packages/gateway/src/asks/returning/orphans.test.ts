import { BeckonError } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { allowTouch, approvalDraft } from '../../../../../tests/support/asks.ts';
import type { ScriptedAgent } from '../../../../../tests/support/scriptedDriver.ts';
import { minute, settle, toolCallId, unavailable, waiting } from '../../../../../tests/support/waitingHouse.ts';

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
        failedDelivery: { message: 'It died of it.' },
      });
      house.clock.advance(delayMs);
    }
    expect(await house.theAsk()).toMatchObject({ parked: { isOrphaned: true }, state: 'delivered' });
    expect(toldIn(house)).toContain('rather not');
  });

  test('an agent that could not be started at all has not died of it', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    house.driver.startFailure = unavailable();
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    house.driver.startFailure = unavailable();
    house.clock.advance(1000);
    await settle();
    house.driver.diesReturning = true;
    house.clock.advance(2000);
    expect(await house.theAsk()).toMatchObject({ failedDelivery: { attempts: 3 }, parked: { isOrphaned: false } });
    house.driver.diesReturning = false;
    house.clock.advance(4000);
    await settle();
    expect(await house.latest().returned).toMatchObject({ answer: { type: 'deny' } });
  });

  test('that nobody has answered yet is orphaned, too, where agents die of it: messages go through then', async () => {
    await using house = await waiting();
    house.agent.die('killed');
    house.driver.diesReturning = true;
    const send = () => house.client.sendMessage(house.id, { content: 'hello?' });
    await expect(send()).rejects.toMatchObject({ code: 'agent_unavailable' });
    await expect(send()).rejects.toMatchObject({ code: 'agent_unavailable' });
    await send();
    expect(toldIn(house)).toContain('hello?');
    expect(await house.theAsk()).toMatchObject({ state: 'open', parked: { isOrphaned: true } });
  });

  test('is tried again where an agent runs that could not be told, and can be taken back until then', async () => {
    await using house = await orphaned();
    await house.client.sendMessage(house.id, { content: 'go on' });
    const { id } = await house.theAsk();
    const agent = house.latest();
    agent.sendFailure = new BeckonError('not_supported', 'A dialog is on the screen.');
    await house.client.approveTool(house.id, { toolCallId });
    const failed = { state: 'answered', failedDelivery: { attempts: 1, message: 'A dialog is on the screen.' } };
    expect(await house.theAsk()).toMatchObject(failed);
    expect((await house.theAsk()).handedAt).toBeUndefined();
    await house.client.takeBackAnswer(id);
    await house.client.denyTool(house.id, { toolCallId });
    expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: { attempts: 1 } });
    agent.sendFailure = undefined;
    await house.client.deliverAnswer(id);
    expect(toldIn(house)).toContain('My answer is no.');
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
  });

  test('approved with another input, the agent is told of that', async () => {
    await using house = await orphaned();
    const updatedInput = { command: 'touch y.txt' };
    await house.client.approveTool(house.id, { toolCallId, updatedInput });
    await settle();
    expect(toldIn(house)).toContain('I approve it with this input instead');
    expect(toldIn(house)).toContain('touch y.txt');
    const again = house.latest().call(approvalDraft({ toolCallId: 'same' }));
    expect(await again).toMatchObject({ answer: { type: 'approve', updatedInput } });
  });

  test('[L5] approved for always, grants what was shown then to the call that is made anew', async () => {
    await using house = await orphaned();
    await house.client.approveTool(house.id, { toolCallId, remember: true });
    await settle();
    const wider = { ...allowTouch, rules: [{ toolName: 'Bash' }] };
    const again = house.latest().call(approvalDraft({ toolCallId: 'same', suggestions: [wider] }));
    expect(await again).toMatchObject({ answer: { remember: true }, suggestions: [allowTouch] });
  });

  test('[L5] taken back and approved anew, grants what the call that was made anew has shown', async () => {
    await using house = await orphaned();
    await house.client.updateSettings({ answerDelaySeconds: 3 });
    await house.client.sendMessage(house.id, { content: 'go on' });
    await house.client.approveTool(house.id, { toolCallId, remember: true });
    const narrower = { ...allowTouch, rules: [{ toolName: 'Bash', ruleContent: 'touch x.txt' }] };
    const again = house.latest().call(approvalDraft({ toolCallId: 'same', suggestions: [narrower] }));
    await settle();
    const { ask } = await house.client.getAsk((await house.client.listAsks({ state: 'all' })).asks[0]?.id ?? '');
    expect(ask).toMatchObject({ phase: 'delayed', carriedFrom: (await house.theAsk()).id });
    await house.client.takeBackAnswer(ask.id);
    await house.client.approveTool(house.id, { toolCallId: 'same', remember: true });
    house.clock.advance(3000);
    expect(await again).toMatchObject({ answer: { remember: true }, suggestions: [narrower] });
  });

  test('is told again where the model was out of reach, and shown once', async () => {
    await using house = await orphaned();
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    house.latest().fail('API Error: Connection refused.');
    const failed = { attempts: 1, message: 'API Error: Connection refused.', nextAt: house.clock.now() + 1000 };
    expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: failed });
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
    expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: { attempts: 1 } });
  });

  test('is not told again where the turn failed after the agent had read it', async () => {
    await using house = await orphaned();
    await house.client.denyTool(house.id, { toolCallId });
    await settle();
    house.latest().say('I see.');
    house.latest().fail('API Error: Connection refused.');
    expect(await house.theAsk()).toMatchObject({ state: 'settled' });
  });

  test('told while the turn before ended, is not settled by the rest after that, and told again where need be', async () => {
    await using house = await orphaned();
    await house.client.sendMessage(house.id, { content: 'work on' });
    const agent = house.latest();
    agent.say('Working.');
    agent.endTurnOfSeveral();
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    // The real one says so a few milliseconds after the end of its turn.
    agent.host.update({ state: 'user_turn' });
    expect(await house.theAsk()).toMatchObject({ state: 'delivered' });
    agent.host.update({ state: 'assistant_turn' });
    agent.fail('API Error: Connection refused.');
    expect(await house.theAsk()).toMatchObject({ state: 'answered', failedDelivery: { attempts: 1 } });
  });

  test.each([
    ['at once', 0],
    ['after a while', minute],
  ])('given up after its agent died %s, while it is looked up what that did, is told to nobody else', async (_, ms) => {
    await using house = await orphaned();
    await house.client.approveTool(house.id, { toolCallId });
    await settle();
    house.clock.advance(ms);
    let open: () => void = () => undefined;
    house.driver.lookBackGate = new Promise((resolve) => (open = resolve));
    house.latest().die('killed');
    const givingUp = house.client.interrupt(house.id);
    await settle();
    open();
    await givingUp;
    expect(await house.theAsk()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
    expect(await house.client.getSession(house.id)).toMatchObject({ state: 'dead', end: { reason: 'idle' } });
    house.clock.advance(minute);
    await settle();
    expect(house.driver.agents).toHaveLength(2);
  });

  test('a subagent’s is one', async () => {
    await using house = await waiting(approvalDraft({ agentId: 'sub' }));
    house.agent.die('killed');
    expect(await house.theAsk()).toMatchObject({ parked: { isOrphaned: true } });
  });
});
