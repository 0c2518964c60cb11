import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseQuestion, featuresQuestion } from '../../../../tests/support/asks.ts';
import { answersForAgent, chosen, headerLimit, Question, readAnswers, readQuestions } from './question.ts';

describe('readQuestions', () => {
  const read = (question: object) => readQuestions({ questions: [question] })[0];

  test('takes well-formed questions as they are', () => {
    expect(readQuestions({ questions: [databaseQuestion, featuresQuestion] })).toEqual([
      databaseQuestion,
      featuresQuestion,
    ]);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'questions'],
    ['an empty object', {}],
    ['questions that are no list', { questions: 'Which?' }],
    ['an empty list', { questions: [] }],
    ['questions without text', { questions: [{ header: 'x' }, { question: '' }, null, 7, 'Which?', []] }],
  ])('finds no question in %s', (_, input) => {
    expect(readQuestions(input)).toEqual([]);
  });

  test('keeps the good questions next to a broken one', () => {
    expect(readQuestions({ questions: [null, databaseQuestion, { question: 5 }] })).toEqual([databaseQuestion]);
  });

  test.each([
    ['exactly twelve', 'twelve chars', 'twelve chars'],
    ['longer', 'thirteen chars', 'thirteen ch…'],
    ['missing', undefined, 'Which datab…'],
    ['empty', '', 'Which datab…'],
    ['not a text', 7, 'Which datab…'],
    ['cut within a surrogate pair', '0123456789🎉🎉', '0123456789…'],
  ])('[G2] shows a header that is %s within 12 characters', (_, header, shown) => {
    expect(read({ question: 'Which database?', header })?.header).toBe(shown);
  });

  test.each([0, 1, 9])('shows %i options from a confused model', (count) => {
    const options = Array.from({ length: count }, (_, index) => ({ label: `Option ${index}` }));
    expect(read({ question: 'Which?', options })?.options).toEqual(options);
  });

  test('reads options that are plain texts, and labels beside broken fields', () => {
    const options = ['Plain', { label: 'Kept', description: 5, preview: {} }, { description: 'no label' }, null];
    expect(read({ question: 'Which?', options })?.options).toEqual([{ label: 'Plain' }, { label: 'Kept' }]);
  });

  test('takes options that are no list, and a multiSelect that is no boolean, as absent', () => {
    expect(read({ question: 'Which?', options: 'a, b', multiSelect: 'yes' })).toMatchObject({
      options: [],
      multiSelect: false,
    });
  });

  test('never throws, and gives only valid questions, whatever the input', () => {
    const confused = fc.record(
      { header: fc.jsonValue(), question: fc.jsonValue(), options: fc.jsonValue(), multiSelect: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const input = fc.oneof(fc.jsonValue(), fc.record({ questions: fc.oneof(fc.jsonValue(), fc.array(confused)) }));
    fc.assert(
      fc.property(input, (value) => {
        for (const question of readQuestions(value)) {
          expect(Question.safeParse(question).success).toBe(true);
          expect(question.header.length).toBeLessThanOrEqual(headerLimit);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('[G11] readAnswers', () => {
  const questions = [databaseQuestion, featuresQuestion];
  const both = { '0': 'SQLite', '1': '["Search","Export"]' };

  test.each([
    ['indexes', both],
    ["the questions' texts", { 'Which database?': 'SQLite', 'Which features?': '["Search","Export"]' }],
    ['a mixture', { 'Which features?': '["Search","Export"]', '0': 'SQLite' }],
  ])('accepts keys that are %s and gives them back as indexes', (_, given) => {
    expect(readAnswers(questions, given)).toEqual({ ok: true, answers: both });
  });

  test('accepts a label that is no option as “Other”, for one choice and for several', () => {
    const given = { '0': 'DuckDB, please', '1': 'none of these' };
    expect(readAnswers(questions, given)).toEqual({ ok: true, answers: given });
  });

  test.each([
    ['an index that was not asked', { ...both, '2': 'x' }, '“2” is not one of the questions'],
    ['a text that was not asked', { ...both, 'Which cloud?': 'x' }, '“Which cloud?” is not one of the questions'],
    ['a key of Object.prototype', { ...both, constructor: 'x' }, '“constructor” is not one of the questions'],
    ['a negative index', { ...both, '-1': 'x' }, '“-1” is not one of the questions'],
    ['one question answered twice', { ...both, 'Which database?': 'PostgreSQL' }, 'Question 1 is answered twice'],
    ['nothing', {}, 'Question 1 (“Which database?”) has no answer'],
    ['too few answers', { '0': 'SQLite' }, 'Question 2 (“Which features?”) has no answer'],
    ['an empty text', { ...both, '0': ' ' }, 'Question 1 (“Which database?”) has no answer'],
    ['an empty array', { ...both, '1': '[]' }, 'Question 2 (“Which features?”) has no answer'],
    ['an array of nothing', { ...both, '1': '["", " "]' }, 'Question 2 (“Which features?”) has no answer'],
  ])('refuses %s and says which', (_, given, message) => {
    expect(readAnswers(questions, given)).toEqual({ ok: false, message: expect.stringContaining(message) as string });
  });

  test('a question whose text is a number is still found by its text', () => {
    const numeric = [{ ...databaseQuestion, question: '42' }];
    expect(readAnswers(numeric, { '42': 'yes' })).toEqual({ ok: true, answers: { '0': 'yes' } });
  });
});

describe('chosen', () => {
  const questions = [databaseQuestion, featuresQuestion];

  test('reads a multi-select value as a JSON array, and anything else as one text', () => {
    expect(chosen(questions, { '1': '["Search","Login, with SSO"]' }, 1)).toEqual(['Search', 'Login, with SSO']);
    expect(chosen(questions, { '1': '[1, 2]' }, 1)).toEqual(['[1, 2]']);
    expect(chosen(questions, { '1': '"Search"' }, 1)).toEqual(['"Search"']);
  });

  test('a single choice that looks like an array stays text', () => {
    expect(chosen(questions, { '0': '["SQLite"]' }, 0)).toEqual(['["SQLite"]']);
  });

  test('is empty for what has no answer', () => {
    expect(chosen(questions, {}, 0)).toEqual([]);
  });
});

test('answersForAgent is keyed by the question and joins labels with a comma', () => {
  const answers = { '0': 'SQLite', '1': '["Search","Export"]' };
  expect(answersForAgent([databaseQuestion, featuresQuestion], answers)).toEqual({
    'Which database?': 'SQLite',
    'Which features?': 'Search, Export',
  });
});

test('answersForAgent keeps a question named like a key of Object.prototype', () => {
  const answers = answersForAgent([{ ...databaseQuestion, question: '__proto__' }], { '0': 'SQLite' });
  expect(Object.entries(answers)).toEqual([['__proto__', 'SQLite']]);
});
