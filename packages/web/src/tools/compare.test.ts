import { describe, expect, it } from 'vitest';
import { compare } from './compare.ts';

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

describe('compare', () => {
  it('tells line by line what changes', () => {
    expect(compare('one\ntwo', 'one\nthree')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'three' },
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
});
