import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './lineSplitter.ts';

/** What comes of these bytes when they arrive in chunks of these sizes. */
function split(
  bytes: Buffer,
  { sizes = [bytes.length], maxLineBytes = 1000 }: { sizes?: number[]; maxLineBytes?: number },
) {
  const lines: string[] = [];
  const ends: number[] = [];
  const skipped: number[] = [];
  const splitter = new LineSplitter(
    {
      onLine: (text, end) => (lines.push(text), ends.push(end)),
      onSkipped: (count, end) => (skipped.push(count), ends.push(end)),
    },
    { from: 0, maxLineBytes },
  );
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    // The reader uses its buffer again.
    const chunk = Buffer.from(bytes.subarray(start, start + size));
    splitter.push(chunk);
    chunk.fill(0);
    start += size;
  }
  return { lines, ends, skipped, lineStart: splitter.lineStart };
}

test('however the bytes arrive, the lines are those of the whole', () => {
  const content = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\n\n', '{"a":1}\n', '漢字\n')),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 });
  fc.assert(
    fc.property(content, sizes, (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(''));
      const whole = bytes.toString('utf8').split('\n').slice(0, -1).filter(Boolean);
      expect(split(bytes, { sizes: cuts }).lines).toEqual(whole);
    }),
  );
});

test('a line is given out with the place behind it, and half a line waits', () => {
  expect(split(Buffer.from('ab\n\ncd\nef'), {})).toEqual({
    lines: ['ab', 'cd'],
    ends: [3, 7],
    skipped: [],
    lineStart: 7,
  });
});

test('a line that is too long is skipped, whole or in pieces, and the next one read', () => {
  const bytes = Buffer.from(`one\n${'x'.repeat(50)}\ntwo\n`);
  for (const sizes of [[bytes.length], [7, 7, 7, 7, 7, 7, 7, 7, 7, 7]]) {
    const { lines, skipped } = split(bytes, { sizes, maxLineBytes: 20 });
    expect({ lines, skipped }).toEqual({ lines: ['one', 'two'], skipped: [50] });
  }
});

test('bytes that are no UTF-8 become replacement characters', () => {
  expect(split(Buffer.from([0x61, 0xff, 0xc3, 0x0a]), {}).lines).toEqual(['a\ufffd\ufffd']);
});
