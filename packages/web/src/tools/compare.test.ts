import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedWords } from './changedWords.ts';
import type { DiffRow } from './compare.ts';
import { compare } from './compare.ts';
import { sideBySide } from './sideBySide.ts';

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

describe('compare', () => {
  it('tells line by line what changes', () => {
    expect(compare('one\ntwo', 'one\nthree')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two', endsText: true, counterpart: 'three' },
      { kind: 'added', text: 'three', endsText: true, counterpart: 'two' },
    ]);
  });

  it('compares a few changes in a long file', () => {
    const before = numbered('line', 5000);
    const rows = compare(before, before.replace('line 4000', 'another')) ?? [];
    expect(rows.filter(({ kind }) => kind !== 'same')).toHaveLength(2);
  });

  it('compares 5,000 changed lines, some of which stay', () => {
    const before = numbered('before', 5000).replace('before 2500', 'stays');
    const rows = compare(before, numbered('after', 5000).replace('after 2500', 'stays')) ?? [];
    expect(rows).toHaveLength(9999);
    expect(rows[4998 + 2]).toEqual({ kind: 'same', text: 'stays' });
  });

  it.each([
    ['10 MB', 'x\n'.repeat(5_000_000), 'y'],
    ['a line that is too long to be a row', 'a', 'b'.repeat(5000)],
  ])('gives up on %s before it is much work', (_, before, after) => {
    expect(compare(before, after)).toBeUndefined();
  });

  it('shows which words of a line change', () => {
    const changed = (before: string, after: string) =>
      (compare(before, after) ?? []).map((row) =>
        changedWords(row)?.flatMap(({ text, isChanged }) => (isChanged ? text : [])),
      );
    expect(changed('const name = 1;\n', 'const title = 1;\n')).toEqual([['name'], ['title']]);
    expect(changed('abc\n', 'xyz\n')).toEqual([undefined, undefined]);
  });

  const line = fc.constantFrom('a', 'b', '', 'const x = 1;', 'const y = 1;', '  }');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, hasEnd]) => lines.join('\n') + (hasEnd && lines.length > 0 ? '\n' : ''));
  /** One that nobody looks for the smallest change to. */
  const longText = fc
    .tuple(text, fc.constantFrom('one', 'two', 'three'), text)
    .map(([above, word, below]) => `${above}\n${numbered(word, 300)}\n${below}`);

  it.each([
    ['a short text', text, 500],
    ['a long one', longText, 20],
  ])(
    '[diff] shows of %s what, applied to the old one, gives the new one, in one column and in two',
    (_, any, numRuns) => {
      fc.assert(
        fc.property(any, any, (before, after) => {
          const rows = compare(before, after) ?? [];
          expect(textOf(rows.filter(({ kind }) => kind !== 'added'))).toBe(before);
          expect(textOf(rows.filter(({ kind }) => kind !== 'removed'))).toBe(after);
          const sides = sideBySide(rows);
          expect(textOf(sides.flatMap((side) => side.before ?? []))).toBe(before);
          expect(textOf(sides.flatMap((side) => side.after ?? []))).toBe(after);
          expect(sides.every((side) => (side.before?.kind === 'same') === (side.after?.kind === 'same'))).toBe(true);
          for (const row of rows.slice(0, 20)) {
            const pieces = changedWords(row);
            if (pieces) expect(pieces.map((piece) => piece.text).join('')).toBe(row.text);
          }
        }),
        { numRuns },
      );
    },
  );
});

/** What the rows show. */
function textOf(rows: DiffRow[]): string {
  return rows.map(({ text, endsText }) => text + (endsText ? '' : '\n')).join('');
}
