import type { Answer } from '@beckon/protocol';
import { expect, test } from 'vitest';
import { approvalDraft, otherSessionId, planDraft, sessionId } from '../../../../tests/support/asks.ts';
import { openLedger } from '../../../../tests/support/testLedger.ts';

const phone = { type: 'device', id: 'd1', name: 'Safari on iPhone' } as const;
const sendBack: Answer = { type: 'deny', message: 'Smaller steps' };
const plan = (toolCallId: string, text = `# ${toolCallId}`) => planDraft({ toolCallId, plan: text });

function openHouse() {
  const house = openLedger();
  const { ledger } = house;
  const answered = (toolCallId: string, answer: Answer) => {
    const { id } = ledger.open(plan(toolCallId));
    ledger.answer({ askId: id }, answer, phone);
    return id;
  };
  return { ...house, answered };
}

test('a plan after one that was sent back says which one that was, and a first plan nothing', () => {
  const { ledger, answered } = openHouse();
  const first = answered('one', sendBack);
  expect(ledger.get(first).revises).toBeUndefined();
  const second = ledger.open(plan('two'));
  expect(second.revises).toBe(first);
  ledger.answer({ askId: second.id }, sendBack, phone);
  expect(ledger.open(plan('three')).revises).toBe(second.id);
});

test('a plan after one that was approved is no revision', () => {
  const { ledger, answered } = openHouse();
  answered('one', sendBack);
  answered('two', { type: 'approve' });
  expect(ledger.open(plan('three')).revises).toBeUndefined();
});

test('neither another session’s plan nor a denied command counts', () => {
  const { ledger, answered } = openHouse();
  answered('one', sendBack);
  expect(ledger.open({ ...plan('two'), sessionId: otherSessionId }).revises).toBeUndefined();
  const { id } = ledger.open(approvalDraft());
  ledger.answer({ askId: id }, { type: 'deny' }, phone);
  expect(ledger.open(approvalDraft({ toolCallId: 'toolu_2' })).revises).toBeUndefined();
});

test('a plan that nobody answered stands for the one that it revises', () => {
  const { ledger, answered } = openHouse();
  const first = answered('one', sendBack);
  const second = ledger.open(plan('two'));
  expect(ledger.open(plan('two', '# Other words')).revises).toBe(first);
  expect(ledger.get(second.id)).toMatchObject({ state: 'withdrawn', withdrawalReason: 'superseded' });
  ledger.withdrawAll('interrupted', sessionId);
  expect(ledger.open(plan('three')).revises).toBe(first);
});

test('a plan that the terminal sent back first counts, whatever the page answered', () => {
  const { ledger, answered } = openHouse();
  const first = answered('one', { type: 'approve' });
  ledger.hand(first);
  ledger.observe(sessionId, 'one', { observed: 'did_not_run', inTerminal: sendBack });
  expect(ledger.open(plan('two')).revises).toBe(first);
});

test('a ledger that is opened again knows what was sent back', () => {
  const { reopen, answered } = openHouse();
  const first = answered('one', sendBack);
  expect(reopen().open(plan('two')).revises).toBe(first);
});
