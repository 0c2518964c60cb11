import type { Answer, Ask } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft, otherSessionId, planDraft, questionDraft, sessionId } from '../../../../tests/support/asks.ts';
import { failure, openLedger, stateOf } from '../../../../tests/support/testLedger.ts';
import { admission } from './admission.ts';
import { Ledger } from './ledger.ts';
import { createMemoryAskStore } from '../store/memory/memoryAskStore.ts';

const approve: Answer = { type: 'approve' };
const deny: Answer = { type: 'deny' };
const toTool = { sessionId, toolCallId: 'toolu_1' };
const toQuestion = { sessionId, toolCallId: 'toolu_question' };
const toPlan = { sessionId, toolCallId: 'toolu_plan' };
const phone = { type: 'device', id: 'd1', name: 'Safari on iPhone', clientKey: 'k1' } as const;
const desk = { type: 'device', id: 'd2', name: 'Firefox on Linux', clientKey: 'k2' } as const;
const curl = { type: 'device', id: 'token', name: 'curl' } as const;

describe('[L1] one answer per ask', () => {
  test('the first answer wins and reaches the agent', async () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    const outcome = ledger.outcome(id);
    expect(await stateOf(outcome)).toBe('pending');
    expect(ledger.answer(toTool, approve, phone)).toMatchObject({
      id,
      state: 'answered',
      answer: approve,
      answeredBy: phone,
    });
    expect(await outcome).toEqual({ type: 'answered', answer: approve });
    expect(await ledger.outcome(id)).toEqual({ type: 'answered', answer: approve });
  });

  test('the same answer again, with the same key, gets the same reply in every later state', () => {
    const { ledger, told } = openLedger();
    const { id } = ledger.open(approvalDraft());
    const answered = ledger.answer(toTool, approve, phone);
    expect(ledger.answer(toTool, approve, phone)).toEqual(answered);
    expect(told).toHaveLength(2);
    ledger.hand(id);
    ledger.delivered(id);
    expect(ledger.answer(toTool, approve, phone)).toMatchObject({ state: 'delivered', answer: approve });
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    expect(ledger.answer(toTool, approve, phone)).toMatchObject({ state: 'settled', answer: approve });
  });

  test('the same answer again gets the same reply where the agent went away after it', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    ledger.withdraw(id, 'agent_gone');
    expect(ledger.answer(toTool, approve, phone)).toMatchObject({ state: 'withdrawn', answer: approve });
  });

  test('the same answers again get the same reply, by index or by text', () => {
    const { ledger } = openLedger();
    ledger.open(questionDraft());
    ledger.answer(toQuestion, { type: 'answers', answers: { '0': 'SQLite', '1': 'none' } }, phone);
    const byText = { 'Which database?': 'SQLite', 'Which features?': 'none' };
    expect(ledger.answer(toQuestion, { type: 'answers', answers: byText }, phone)).toMatchObject({ state: 'answered' });
  });

  test('a second, different answer gets 409 and the winner', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    const winner = ledger.answer(toTool, approve, phone);
    const error = failure(() => ledger.answer(toTool, deny, desk));
    expect(error).toMatchObject({ code: 'already_answered', status: 409, ask: winner });
    expect(error.message).toContain('Safari on iPhone');
  });

  test('the same decision from someone else gets 409 too', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    expect(failure(() => ledger.answer(toTool, approve, desk)).status).toBe(409);
    expect(failure(() => ledger.answer(toTool, approve, curl)).status).toBe(409);
  });

  test('without a key nobody is taken for the winner', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    ledger.answer(toTool, approve, curl);
    expect(failure(() => ledger.answer(toTool, approve, curl)).status).toBe(409);
  });

  test('another answer under the key of the winner is not acknowledged', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    expect(failure(() => ledger.answer(toTool, deny, phone))).toMatchObject({ status: 409, ask: { answer: approve } });
  });

  test.each([
    ['call', { sessionId, toolCallId: 'toolu_9' }],
    ['session', { sessionId: otherSessionId, toolCallId: 'toolu_1' }],
    ['ask id', { ...toTool, askId: otherSessionId }],
  ])('[G7] an unknown %s gets 404', (_, addressee) => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    expect(failure(() => ledger.answer(addressee, approve, phone))).toMatchObject({
      code: 'ask_not_found',
      status: 404,
    });
  });

  test('an ask id of another call gets 404', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.open(questionDraft());
    expect(failure(() => ledger.answer({ ...toQuestion, askId: id }, deny, phone)).status).toBe(404);
    expect(ledger.openAsks()).toHaveLength(2);
  });

  test('a withdrawn ask gets 410 and what became of it', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.withdraw(id, 'interrupted');
    expect(failure(() => ledger.answer(toTool, approve, phone))).toMatchObject({
      code: 'ask_withdrawn',
      status: 410,
      ask: { id, state: 'withdrawn', withdrawalReason: 'interrupted' },
    });
  });
});

describe('[L2] [L3] on disk before anyone is told', () => {
  test('every step is in the store when it is told', () => {
    const { ledger, told } = openLedger();
    const { id } = ledger.open(approvalDraft(), 5_000);
    ledger.answer(toTool, approve, phone);
    ledger.hand(id);
    ledger.delivered(id);
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    expect(told.map(({ step, ask }) => [step, ask.state])).toEqual([
      ['opened', 'open'],
      ['changed', 'answered'],
      ['changed', 'answered'],
      ['changed', 'delivered'],
      ['changed', 'settled'],
    ]);
    for (const { ask, stored } of told) expect(stored).toEqual(ask);
    expect(told[0]?.ask).toMatchObject({ createdAt: 1_000, expiresAt: 5_000 });
  });

  test('an ask that cannot be written is not shown', () => {
    const { ledger, disk, told } = openLedger();
    disk.failingWrite = 1;
    expect(failure(() => ledger.open(approvalDraft())).code).toBe('store_unavailable');
    expect(told).toEqual([]);
    expect(ledger.unfinished()).toEqual([]);
    expect(ledger.open(approvalDraft())).toMatchObject({ state: 'open' });
  });

  test('an answer that cannot be written gets 503, leaves the ask open and the agent waiting', async () => {
    const { ledger, disk, told } = openLedger();
    const { id } = ledger.open(approvalDraft());
    const outcome = ledger.outcome(id);
    disk.failingWrite = 1;
    expect(failure(() => ledger.answer(toTool, approve, phone)).status).toBe(503);
    expect(await stateOf(outcome)).toBe('pending');
    expect(told).toHaveLength(1);
    expect(ledger.openAsks()).toMatchObject([{ id, state: 'open' }]);
    ledger.answer(toTool, deny, phone);
    expect(await outcome).toEqual({ type: 'answered', answer: deny });
  });

  test('what follows from an answer holds even where it cannot be written', () => {
    const { ledger, disk, store, unwritten } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    ledger.hand(id);
    disk.failingWrite = 1;
    ledger.delivered(id);
    expect(unwritten).toHaveLength(1);
    expect(ledger.unfinished()).toMatchObject([{ state: 'delivered' }]);
    expect(store.find(id)).toMatchObject({ state: 'answered' });
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    expect(store.find(id)).toMatchObject({ state: 'settled', deliveredAt: expect.any(Number) as number });
  });

  test('a listener that fails keeps no answer from the agent', async () => {
    const store = createMemoryAskStore();
    const listener = (_: Ask, step: string) => {
      if (step === 'changed') throw new Error('a listener failed');
    };
    const ledger = new Ledger({
      store,
      now: () => 1,
      admit: admission(),
      listeners: [listener],
      onUnwritten: () => undefined,
    });
    const outcome = ledger.outcome(ledger.open(approvalDraft()).id);
    expect(() => ledger.answer(toTool, approve, phone)).toThrow('a listener failed');
    expect(await outcome).toEqual({ type: 'answered', answer: approve });
  });
});

describe('[L4] nothing but an answer approves', () => {
  test.each(['interrupted', 'agent_gone', 'answered_in_terminal', 'expired', 'superseded'] as const)(
    'the outcome of “%s” is a withdrawal',
    async (reason) => {
      const { ledger } = openLedger();
      const { id } = ledger.open(approvalDraft());
      const outcome = ledger.outcome(id);
      ledger.withdraw(id, reason);
      expect(await outcome).toEqual({ type: 'withdrawn', reason });
      expect(await ledger.outcome(id)).toEqual({ type: 'withdrawn', reason });
    },
  );

  test('an answered ask that is withdrawn counts as withdrawn from then on', async () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    ledger.withdraw(id, 'agent_gone');
    expect(await ledger.outcome(id)).toEqual({ type: 'withdrawn', reason: 'agent_gone' });
  });

  test('a ledger that is opened again knows what was answered and what was not', async () => {
    const { ledger, reopen } = openLedger();
    const answered = ledger.open(approvalDraft());
    const open = ledger.open(planDraft());
    ledger.answer(toTool, approve, phone);
    const again = reopen();
    expect(await again.outcome(answered.id)).toEqual({ type: 'answered', answer: approve });
    expect(await stateOf(again.outcome(open.id))).toBe('pending');
    expect(again.unfinished().map(({ state }) => state)).toEqual(['answered', 'open']);
  });

  test('nothing is delivered or observed of an ask that has no answer', () => {
    const { ledger, told } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.delivered(id);
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    ledger.delivered('none');
    ledger.observe(sessionId, 'none', { observed: 'ran' });
    expect(told).toHaveLength(1);
  });
});

describe('[L5] an answer is bound to the input that was shown', () => {
  const changed = approvalDraft({ input: { command: 'rm -rf /' } });

  test.each([
    ['open', () => undefined],
    ['answered', (ledger: Ledger) => ledger.answer(toTool, approve, phone)],
    ['delivered', (ledger: Ledger, id: string) => (ledger.answer(toTool, approve, phone), ledger.delivered(id))],
  ])('the same call with the same input joins the ask that is %s', (_, prepare) => {
    const { ledger, told } = openLedger();
    const first = ledger.open(approvalDraft({ input: { a: [1, { b: 2 }] } }));
    prepare(ledger, first.id);
    const count = told.length;
    expect(ledger.open(approvalDraft({ input: { a: [1, { b: 2 }] } })).id).toBe(first.id);
    expect(told).toHaveLength(count);
  });

  test('inputs that look the same once they are kept are the same', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft({ input: { limit: -0, unit: undefined } }));
    expect(ledger.open(approvalDraft({ input: { limit: 0 } })).id).toBe(id);
  });

  test('everyone who joined gets the one answer', async () => {
    const { ledger } = openLedger();
    const outcomes = [1, 2].map(() => ledger.outcome(ledger.open(approvalDraft()).id));
    ledger.answer(toTool, approve, phone);
    expect(await Promise.all(outcomes)).toEqual([1, 2].map(() => ({ type: 'answered', answer: approve })));
  });

  test('the same call with another input supersedes the ask, answered or not', async () => {
    const { ledger } = openLedger();
    const first = ledger.open(approvalDraft());
    const outcome = ledger.outcome(first.id);
    const second = ledger.open(changed);
    expect(await outcome).toEqual({ type: 'withdrawn', reason: 'superseded' });
    ledger.answer({ askId: second.id }, approve, phone);
    const third = ledger.open(approvalDraft());
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    expect(await ledger.outcome(second.id)).toEqual({ type: 'withdrawn', reason: 'superseded' });
    expect(ledger.openAsks()).toEqual([third]);
  });

  test('an answer that names only the call gets 409 once that was asked about twice, and applies to neither', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    const second = ledger.open(changed);
    const error = failure(() => ledger.answer(toTool, approve, phone));
    expect(error).toMatchObject({ code: 'ask_ambiguous', status: 409, ask: { id: second.id } });
    expect(ledger.openAsks()).toEqual([second]);
    expect(ledger.answer({ ...toTool, askId: second.id }, approve, phone)).toMatchObject({ state: 'answered' });
  });

  test('an answer that names the superseded ask gets 410 and does not apply to the new one', () => {
    const { ledger } = openLedger();
    const { id: askId } = ledger.open(approvalDraft());
    ledger.open(changed);
    expect(failure(() => ledger.answer({ ...toTool, askId }, approve, phone)).status).toBe(410);
    expect(ledger.openAsks()).toMatchObject([{ input: changed.input }]);
  });

  test('a call that is asked about again after it was settled is a new ask', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    expect(ledger.open(approvalDraft())).toMatchObject({ state: 'open' });
    expect(ledger.open(approvalDraft()).id).not.toBe(id);
  });
});

describe('[L7] no ghosts', () => {
  test('withdrawing tells everyone once, and takes the ask off the list', () => {
    const { ledger, told } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.withdraw(id, 'interrupted');
    ledger.withdraw(id, 'agent_gone');
    ledger.withdraw('none', 'agent_gone');
    expect(told.map(({ ask }) => ask.state)).toEqual(['open', 'withdrawn']);
    expect(told[1]?.ask).toMatchObject({ withdrawalReason: 'interrupted', withdrawnAt: 1_001 });
    expect(ledger.unfinished()).toEqual([]);
  });

  test('a settled ask stays settled', () => {
    const { ledger } = openLedger();
    const { id } = ledger.open(approvalDraft());
    ledger.answer(toTool, approve, phone);
    ledger.observe(sessionId, 'toolu_1', { observed: 'ran' });
    ledger.withdraw(id, 'agent_gone');
    expect(ledger.page({}).asks).toMatchObject([{ state: 'settled' }]);
  });

  test('withdrawAll takes whatever one session, or all, still had to settle', () => {
    const { ledger } = openLedger();
    ledger.open(approvalDraft());
    ledger.open(approvalDraft({ sessionId: otherSessionId }));
    ledger.answer({ sessionId: otherSessionId, toolCallId: 'toolu_1' }, approve, phone);
    ledger.withdrawAll('agent_gone', sessionId);
    expect(ledger.unfinished()).toMatchObject([{ sessionId: otherSessionId, state: 'answered' }]);
    ledger.withdrawAll('agent_gone');
    expect(ledger.unfinished()).toEqual([]);
  });

  test('a withdrawal holds even where it cannot be written, for everyone who asks', async () => {
    const { ledger, disk, told, unwritten } = openLedger();
    const { id } = ledger.open(approvalDraft());
    const outcome = ledger.outcome(id);
    disk.failingWrite = 1;
    ledger.withdraw(id, 'interrupted');
    expect(unwritten).toHaveLength(1);
    expect(await outcome).toEqual({ type: 'withdrawn', reason: 'interrupted' });
    expect(await ledger.outcome(id)).toEqual({ type: 'withdrawn', reason: 'interrupted' });
    expect(told.at(-1)?.ask).toMatchObject({ id, state: 'withdrawn' });
    expect(ledger.openAsks()).toEqual([]);
    expect(failure(() => ledger.answer(toTool, approve, phone)).status).toBe(410);
    expect(ledger.page({}).asks).toMatchObject([{ state: 'withdrawn' }]);
    expect(ledger.forToolCalls(sessionId, ['toolu_1'])).toMatchObject([{ state: 'withdrawn' }]);
    expect(ledger.open(approvalDraft()).id).not.toBe(id);
  });
});

describe('lists', () => {
  test('[G3] any number of asks are open at once, oldest first, each under its call', () => {
    const { ledger } = openLedger();
    const calls = ['toolu_1', 'toolu_2', 'toolu_3'];
    const asks = calls.map((toolCallId) => ledger.open(approvalDraft({ toolCallId })));
    const elsewhere = ledger.open(approvalDraft({ sessionId: otherSessionId }));
    expect(ledger.openAsks()).toEqual([...asks, elsewhere]);
    ledger.answer({ sessionId, toolCallId: 'toolu_2' }, approve, phone);
    expect(ledger.openAsks(sessionId)).toEqual([asks[0], asks[2]]);
    expect(ledger.unfinished(sessionId).map(({ id }) => id)).toEqual(asks.map(({ id }) => id));
  });

  test('the outcome of an unknown ask is an error', async () => {
    const { ledger } = openLedger();
    await expect(ledger.outcome('none')).rejects.toMatchObject({ code: 'ask_not_found' });
  });

  test('an answer to a plan names the plan’s call', () => {
    const { ledger } = openLedger();
    ledger.open(planDraft());
    expect(ledger.answer(toPlan, approve, phone)).toMatchObject({ kind: 'plan', answer: approve });
  });
});
