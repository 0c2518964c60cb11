// A text is found where the runtime itself would find it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchFor } from './textSearch.ts';

test('a text is found where the runtime finds it, whatever the two are', () => {
  const few = fc.array(fc.constantFrom('a', 'b', 'é', '😀', '\n'), { maxLength: 80 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(few, few, fc.nat(90), fc.nat(60), (text, other, from, length) => {
      const sought = other.length > 0 && length % 2 === 0 ? other : text.slice(length, length + 30) || 'a';
      expect(searchFor(sought).in(text, from)).toBe(text.indexOf(sought, from));
    }),
    { numRuns: 3000 },
  );
});
