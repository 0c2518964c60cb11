import { describe, expect, it } from 'vitest';
import { question } from '../test/fixtures.ts';
import { initialChoices, isAnswered, pick, pickOther, toAnswers } from './choice.ts';

const none = { picked: [], isOther: false, otherText: '' };
const single = { header: 'One', question: 'One?', multiSelect: false, options: [{ label: 'a' }, { label: 'b' }] };
const multiple = { ...single, multiSelect: true };

describe('choices', () => {
  it('[G11] answers a single-select with the label itself, keyed by position', () => {
    expect(toAnswers([single], [pick(none, 1, single)])).toEqual({ '0': 'b' });
  });

  it('[G11] answers a multi-select with a JSON array of labels, in the order of the options', () => {
    const choice = pick(pick(none, 1, multiple), 0, multiple);
    expect(toAnswers([multiple], [choice])).toEqual({ '0': '["a","b"]' });
  });

  it('[G11] answers Other with the text itself, in a multi-select too', () => {
    expect(toAnswers([single, multiple], [pickOther(' my own '), pickOther('two')])).toEqual({
      '0': 'my own',
      '1': 'two',
    });
  });

  it('[T8] Other excludes the options, and the reverse', () => {
    expect(pickOther('x').picked).toEqual([]);
    expect(pick(pickOther('x'), 0, multiple)).toEqual({ picked: [0], isOther: false, otherText: 'x' });
  });

  it('takes a second press on a checkbox back', () => {
    expect(isAnswered(pick(pick(none, 0, multiple), 0, multiple))).toBe(false);
  });

  it('counts blank free text as no answer', () => {
    expect(isAnswered(pickOther('  '))).toBe(false);
  });

  it('starts on Other where there is nothing to pick', () => {
    const { questions } = question({ questions: [{ ...single, options: [] }] });
    expect(initialChoices(questions)).toEqual([{ picked: [], isOther: true, otherText: '' }]);
  });
});
