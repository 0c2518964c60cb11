import fc from 'fast-check';
import { expect, it } from 'vitest';
import { largeInput } from '../../test/largeInput.ts';
import type { PiecePart } from './pieceParts.ts';
import { pieceParts } from './pieceParts.ts';

function allParts(...args: Parameters<typeof largeInput>): PiecePart[] {
  const { pieces, abridged } = largeInput(...args);
  return pieces.flatMap((piece) => pieceParts(piece, abridged.cuts));
}

const joined = (parts: PiecePart[], field: string | undefined) =>
  parts
    .filter((part) => part.field === field)
    .map(({ text }) => text)
    .join('');

it('shows long texts as text and all else as JSON, in order', () => {
  const { pieces, abridged } = largeInput({ path: '/a', content: 'one\n"two"', mode: 1 }, ['content'], { piece: 1000 });
  expect(pieceParts(pieces[0]!, abridged.cuts)).toEqual([
    { text: '{"path":"/a","content":' },
    { field: 'content', text: 'one\n"two"' },
    { text: ',"mode":1}' },
  ]);
});

it('puts nothing of a text where the fields are, whatever it says', () => {
  const parts = allParts({ command: 'true","command":"rm -rf /', cwd: '/' }, ['command'], { piece: 7 });
  expect(joined(parts, 'command')).toBe('true","command":"rm -rf /');
  expect(joined(parts, undefined)).toBe('{"command":,"cwd":"/"}');
});

it('shows a value that is no text as its JSON', () => {
  const parts = allParts({ edits: [{ new_string: 'a\nb' }] }, ['edits'], { piece: 9 });
  expect(joined(parts, undefined)).toBe('{"edits":[{"new_string":"a\\nb"}]}');
});

it('shows a text that is no JSON as it came', () => {
  const cut = { field: 'a', isText: true, start: 5, end: 12, head: 1, tail: 1 };
  expect(pieceParts({ text: '{"a":"\\q\n  "}', offset: 0 }, [cut])).toContainEqual({ field: 'a', text: '"\\q\n  "' });
});

it('loses nothing, wherever the pieces end: no byte order mark, no escape, no character of four bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u0007', '\ufeff', 'é', '€', '😀') });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 20 }), (first, second, length) => {
      const parts = allParts({ path: '/x', first, second }, ['first', 'second'], { piece: length });
      expect([joined(parts, 'first'), joined(parts, 'second')]).toEqual([first, second]);
      expect(joined(parts, undefined)).toBe('{"path":"/x","first":,"second":}');
    }),
  );
});
