// What happens before an ask is opened: it is enriched, and a rule may answer it before anyone is told.
import type { AskDraft } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../tests/support/asks.ts';
import { openLedger } from '../../../../tests/support/testLedger.ts';
import { admission } from './admission.ts';

const writtenRule = { type: 'rule', id: 'r1', name: 'a rule' } as const;
const yes = { answer: { type: 'approve' }, answeredBy: writtenRule } as const;
const withReason = (reason: string) => (draft: AskDraft) => ({ ...draft, reason: `${draft.reason ?? ''}${reason}` });

describe('admission', () => {
  test('adds what the house knows, each in turn', () => {
    const admit = admission({ enrich: [withReason('first, '), withReason('then')] });
    expect(admit(approvalDraft()).draft.reason).toBe('first, then');
  });

  test('the first rule that has something to say answers, and sees what was added', () => {
    const seen: (string | undefined)[] = [];
    const admit = admission({
      enrich: [withReason('high risk')],
      rules: [({ reason }) => void seen.push(reason), () => yes, () => ({ ...yes, answer: { type: 'deny' } })],
    });
    expect(admit(approvalDraft()).answered).toEqual(yes);
    expect(seen).toEqual(['high risk']);
  });

  test('[L4] an ask that a rule answers is opened answered: nobody was told that it waits', async () => {
    const { ledger, told } = openLedger({ admit: admission({ rules: [() => yes] }) });
    const { id } = ledger.open(approvalDraft());
    expect(told).toMatchObject([
      { step: 'opened', ask: { phase: 'held', answer: yes.answer, answeredBy: writtenRule } },
    ]);
    expect(await ledger.outcome(id)).toEqual({ type: 'answered', answer: yes.answer });
    expect(ledger.find(id)?.phase).toBe('handed');
  });

  test('no rule is asked about a call that is known already', () => {
    let asked = 0;
    const { ledger } = openLedger({ admit: admission({ rules: [() => void asked++] }) });
    ledger.open(approvalDraft());
    ledger.open(approvalDraft());
    expect(asked).toBe(1);
  });
});
