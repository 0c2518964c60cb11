import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytes, characters, cut, oneLine, plainText } from './plainText.ts';

const family = '👨‍👩‍👧‍👦';

test('what fits is left as it is', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(plainText('two\nlines', 20)).toBe('two\nlines');
});

test('nothing is cut in the middle of a character, or of an emoji made of several', () => {
  expect(cut('a😀b', 3)).toBe('a…');
  expect(cut(`a${family}bcdefghijklm`, 12)).toBe('a…');
  expect(cut(`a${family}bcdefghijklm`, 13)).toBe(`a${family}…`);
  expect(cut('ééééé', 7, bytes)).toBe('éé…');
});

test('a letter with thousands of marks on it is cut, rather than nothing being left', () => {
  const zalgo = `a${'\u0301'.repeat(5000)}`;
  expect(cut(zalgo, 10)).toBe(`a${'\u0301'.repeat(8)}…`);
});

test('no text takes more room than it is given, in either measure, and none is broken', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 8, max: 40 }), fc.constantFrom(bytes, characters), (text, most, measure) => {
      for (const made of [plainText(text, most, measure), oneLine(text, most, measure)]) {
        expect(measure(made)).toBeLessThanOrEqual(most);
        expect(made).toBe(Buffer.from(made).toString());
      }
    }),
  );
});

test('what acts or hides is shown, and line breaks become spaces where there is one line', () => {
  expect(plainText('a\u001b[2K\u0000\u202eb\r\nc', 50)).toBe('a␛[2K␀⟨U+202E⟩b\nc');
  expect(oneLine('  a\r\n\tb \n', 50)).toBe('a b');
});

test('ten megabytes are cut as fast as a line is', () => {
  const before = process.cpuUsage();
  expect(oneLine('😀'.repeat(5_000_000), 100)).toHaveLength(99);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(500_000);
});
