import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteCommands, inertText } from './typing.ts';

test.each([
  ['plain\ttext\nand more', 'plain\ttext\nand more'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['out\u001b[201~\rrm -rf /\r', 'out[201~\nrm -rf /\n'],
  ['\u009b201~', '201~'],
  ['Enter C-c \u0003\u0004\u007f', 'Enter C-c '],
  ['漢字 👍🏽', '漢字 👍🏽'],
])('%j becomes %j', (text, inert) => {
  expect(inertText(text)).toBe(inert);
});

test('no text keeps a control character but line feed and tab', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // oxlint-disable-next-line no-control-regex -- that there is none is what is proven
      expect(inertText(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    }),
  );
});

test('bytes are written as hexadecimal numbers, some hundred to a command', () => {
  expect(byteCommands('%1', Uint8Array.of(0, 10, 255))).toEqual([['send-keys', '-H', '-t', '%1', '00', '0a', 'ff']]);
  expect(byteCommands('%1', new Uint8Array(600))).toHaveLength(3);
  expect(byteCommands('%1', new Uint8Array())).toEqual([]);
});
