// What is shown of an edit is the edit: applied to the text before, it gives the text after.
import { applySections } from '@beckon/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterEdit } from './afterEdit.ts';
import { sectionsOf } from './sections.ts';

const line = fc.constantFrom('a', 'b', 'c', '', '  if (x) {', '}', 'é漢😀', 'long '.repeat(20));
const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.boolean())
  .map(([lines, endsWithBreak]) => lines.join('\n') + (endsWithBreak && lines.length > 0 ? '\n' : ''));

test('[diff] applying what is shown to the old text gives the new one, whatever the two are', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applySections(before, sectionsOf(before, after))).toBe(after);
    }),
    { numRuns: 2000 },
  );
});

test('[diff] the same for edits of a part of it, which are shown with no more than the lines around them', () => {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(20), put: text });
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 3 }), (before, edits) => {
      const after = edits.reduce((now, { at, length, put }) => {
        const start = at % (now.length + 1);
        return now.slice(0, start) + put + now.slice(start + length);
      }, before);
      const sections = sectionsOf(before, after);
      expect(applySections(before, sections)).toBe(after);
      if (before === after) expect(sections).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

const numbered = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);

test('three lines around a change are shown, and changes that are near each other are shown as one', () => {
  const after = numbered.with(9, 'changed\n').with(14, 'changed too\n').with(27, 'far away\n').join('');
  expect(
    sectionsOf(numbered.join(''), after).map(({ line: at, before }) => [at, before.split('\n').length - 1]),
  ).toEqual([
    [7, 12],
    [25, 6],
  ]);
});

test('a line break that is added at the end is a change', () => {
  expect(sectionsOf('a\nb', 'a\nb\n')).toEqual([{ line: 1, before: 'a\nb', after: 'a\nb\n' }]);
});

test('a text of 100,000 lines is compared without a stutter', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => (index % 3 === 0 ? '}\n' : `line ${index}\n`));
  const after = many.with(50_000, 'changed\n').with(99_000, 'changed\n').join('');
  expect(sectionsOf(many.join(''), after)).toHaveLength(2);
});

describe('what the tools make of a text', () => {
  test.each([
    ['Write', { content: 'new\n' }, 'old\n', { text: 'new\n' }],
    ['Edit', { old_string: 'b', new_string: '$&' }, 'abc', { text: 'a$&c' }],
    ['Edit', { old_string: 'x', new_string: 'y' }, 'abc', { problem: 'not_found' }],
    ['Edit', { old_string: 'a', new_string: 'y' }, 'aa', { problem: 'not_unique' }],
    ['Edit', { old_string: 'a', new_string: 'y', replace_all: true }, 'aba', { text: 'yby' }],
    ['Edit', { old_string: 'a', new_string: '' }, 'a\nb\n', { text: 'b\n' }],
    ['Edit', { old_string: '', new_string: 'first\n' }, '', { text: 'first\n' }],
    ['Edit', { old_string: 1, new_string: '' }, 'a', undefined],
    [
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'bb', new_string: 'c' },
        ],
      },
      'ab',
      { text: 'c' },
    ],
    ['MultiEdit', { edits: 'none' }, 'ab', undefined],
    ['Bash', { command: 'x' }, 'ab', undefined],
  ])('%s %j', (toolName, input, before, after) => {
    expect(afterEdit(toolName, input, before)).toEqual(after);
  });

  test('too much of it is not made, by one edit or by many', () => {
    const everywhere = (old_string: string, new_string: string) => ({ old_string, new_string, replace_all: true });
    const million = 'a'.repeat(1_000_000);
    expect(afterEdit('Edit', everywhere('a', 'aaa'), million)).toEqual({ isTooLarge: true });
    expect(afterEdit('Edit', everywhere('a', 'b'), million)).toEqual({ text: 'b'.repeat(1_000_000) });
    const growing = Array.from({ length: 40 }, () => everywhere('a', 'aa'));
    expect(afterEdit('MultiEdit', { edits: growing }, 'a')).toEqual({ isTooLarge: true });
    const many = Array.from({ length: 1000 }, () => everywhere('a', 'a'));
    expect(afterEdit('MultiEdit', { edits: many }, million)).toEqual({ isTooLarge: true });
  });
});
