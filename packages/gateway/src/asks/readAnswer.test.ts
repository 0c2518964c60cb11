import type { Answer, AskDraft } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { allowTouch, approvalDraft, planDraft, questionDraft, sessionId } from '../../../../tests/support/asks.ts';
import { failure, openLedger, stateOf } from '../../../../tests/support/testLedger.ts';

const approve: Answer = { type: 'approve' };
const deny: Answer = { type: 'deny' };
const toQuestion = { sessionId, toolCallId: 'toolu_question' };
const phone = { type: 'device', id: 'd1', name: 'Safari on iPhone', clientKey: 'k1' } as const;

describe('[L9] an answer is validated before the ask is consumed', () => {
  const cases: [string, AskDraft, Answer, number, string][] = [
    ['answers to an approval', approvalDraft(), { type: 'answers', answers: {} }, 404, 'yes or no to a tool'],
    ['answers to a plan', planDraft(), { type: 'answers', answers: {} }, 404, 'yes or no to its plan'],
    ['an approval of a question', questionDraft(), approve, 404, 'answers to its questions'],
    ['too few answers', questionDraft(), { type: 'answers', answers: { '0': 'SQLite' } }, 400, 'no answer yet'],
    ['an answer to what was not asked', questionDraft(), { type: 'answers', answers: { '7': 'x' } }, 400, 'not one of'],
    [
      'remember without suggestions',
      approvalDraft({ suggestions: [] }),
      { type: 'approve', remember: true },
      400,
      'remember',
    ],
    ['remember of what is not there', approvalDraft(), { type: 'approve', remember: [1] }, 400, 'at that place'],
    ['remember for a plan', planDraft(), { type: 'approve', remember: true }, 400, 'remember'],
    ['a mode for a tool', approvalDraft(), { type: 'approve', permissionMode: 'auto' }, 400, 'permissionMode'],
    ['another input for a plan', planDraft(), { type: 'approve', updatedInput: {} }, 400, 'updatedInput'],
  ];
  test.each(cases)('%s leaves the ask open', async (_, draft, answer, status, words) => {
    const { ledger, told } = openLedger();
    const { id, toolCallId } = ledger.open(draft);
    const outcome = ledger.outcome(id);
    const error = failure(() => ledger.answer({ sessionId, toolCallId }, answer, phone));
    expect(error.status).toBe(status);
    expect(error.message).toContain(words);
    expect(await stateOf(outcome)).toBe('pending');
    expect(told).toHaveLength(1);
    ledger.answer({ sessionId, toolCallId }, deny, phone);
    expect(await outcome).toEqual({ type: 'answered', answer: deny });
  });

  const accepted: [string, AskDraft, Answer][] = [
    ['an approval with another input', approvalDraft(), { type: 'approve', updatedInput: { command: 'ls' } }],
    [
      'an approval that is remembered',
      approvalDraft({ suggestions: [allowTouch] }),
      { type: 'approve', remember: true },
    ],
    ['an approval of which a part is remembered', approvalDraft(), { type: 'approve', remember: [0] }],
    ['a denial with a reason', approvalDraft(), { type: 'deny', message: 'not now', interrupt: true }],
    ['a plan into a mode', planDraft(), { type: 'approve', permissionMode: 'acceptEdits' }],
    ['a plan sent back', planDraft(), { type: 'deny', message: 'smaller steps' }],
    ['a question declined', questionDraft(), { type: 'deny' }],
  ];
  test.each(accepted)('%s is accepted as it is', (_, draft, answer) => {
    const { ledger } = openLedger();
    const { toolCallId } = ledger.open(draft);
    expect(ledger.answer({ sessionId, toolCallId }, answer, phone).answer).toEqual(answer);
  });

  test('answers by text are kept by index', () => {
    const { ledger } = openLedger();
    ledger.open(questionDraft());
    const answers = { 'Which database?': 'SQLite', '1': '["Search"]' };
    expect(ledger.answer(toQuestion, { type: 'answers', answers }, phone).answer).toEqual({
      type: 'answers',
      answers: { '0': 'SQLite', '1': '["Search"]' },
    });
  });
});
