import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DiffRow } from './compare.ts';
import { compare } from './compare.ts';

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

describe('compare', () => {
  it('tells line by line what changes', () => {
    expect(compare('one\ntwo', 'one\nthree')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two', endsText: true },
      { kind: 'added', text: 'three', endsText: true },
    ]);
  });

  it('compares a few changes in a long file', () => {
    const before = numbered('line', 5000);
    const rows = compare(before, before.replace('line 4000', 'another')) ?? [];
    expect(rows.filter(({ kind }) => kind !== 'same')).toHaveLength(2);
  });

  it.each([
    ['5,000 changed lines', numbered('before', 5000), numbered('after', 5000)],
    ['10 MB', 'x\n'.repeat(5_000_000), 'y'],
    ['a line that is too long to be a row', 'a', 'b'.repeat(5000)],
  ])('gives up on %s before it is much work', (_, before, after) => {
    expect(compare(before, after)).toBeUndefined();
  });

  it('shows which words of a line change', () => {
    const rows = compare('const name = 1;\n', 'const title = 1;\n') ?? [];
    const changed = rows.map(({ pieces = [] }) => pieces.filter(({ isChanged }) => isChanged).map(({ text }) => text));
    expect(changed).toEqual([['name'], ['title']]);
    expect(compare('abc\n', 'xyz\n')?.some(({ pieces }) => pieces)).toBe(false);
  });

  it('[diff] shows what, applied to the old text, gives the new one', () => {
    const line = fc.constantFrom('a', 'b', '', 'const x = 1;', 'const y = 1;', '  }');
    const text = fc
      .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
      .map(([lines, hasEnd]) => lines.join('\n') + (hasEnd && lines.length > 0 ? '\n' : ''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = compare(before, after) ?? [];
        expect(sideOf(rows, 'removed')).toBe(before);
        expect(sideOf(rows, 'added')).toBe(after);
        for (const { text: whole, pieces } of rows) {
          if (pieces) expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

/** One of the two texts, as the rows show it. */
function sideOf(rows: DiffRow[], kind: 'removed' | 'added'): string {
  const shown = rows.filter((row) => row.kind === 'same' || row.kind === kind);
  return shown.map(({ text, endsText }) => text + (endsText ? '' : '\n')).join('');
}
