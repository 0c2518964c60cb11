import { describe, expect, it } from 'vitest';
import { fromBase64, fromBinaryText, fromText, toBase64, withoutControls } from './bytes.ts';

describe('bytes', () => {
  it('come back from base64 as they were, every one of them and many at once', () => {
    const every = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    expect(fromBase64(toBase64(every))).toEqual(every);
  });

  it('of text are UTF-8, of binary text what each character says', () => {
    expect([...fromText('é')]).toEqual([0xc3, 0xa9]);
    expect([...fromBinaryText('\u00e9\u0000')]).toEqual([0xe9, 0]);
  });
});

describe('withoutControls', () => {
  it.each([
    ['a line\nand\ta tab\r\n', 'a line\nand\ta tab\r\n'],
    ['out\u001b[201~ of the paste', 'out[201~ of the paste'],
    ['\u0003\u0004stop\u007f\u009b', 'stop'],
    ['größer 🙂', 'größer 🙂'],
  ])('makes %j %j', (pasted, text) => {
    expect(withoutControls(pasted)).toBe(text);
  });
});
