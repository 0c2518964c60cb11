// Long texts are compared in steps, and what is shown of an edit is the edit: applied to the text before, it gives the text after.
import { applySections, finish, linesOf } from '@beckon/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagedSections } from './pagedSections.ts';
import { plainEnds } from './plainEnds.ts';
import { placesOf } from './search.ts';

const paged = (before: string, after: string) => finish(pagedSections(before, after));
const applied = (before: string, after: string) => applySections(before, paged(before, after)?.pages.flat() ?? []);

const line = fc.oneof(
  fc.constantFrom('a', 'b', '', '}', 'é漢😀', 'long '.repeat(300)),
  fc.nat(500).map((number) => `line ${number}`),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 400, size: 'max' }), fc.boolean())
  .map(([lines, endsWithBreak]) => lines.join('\n') + (endsWithBreak && lines.length > 0 ? '\n' : ''));

test('[diff] applying what all pages show to the old text gives the new one, whatever the two are', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(applied(before, after)).toBe(after);
    }),
    { numRuns: 300 },
  );
});

test('[diff] the same where only parts of it change, and no line is shown twice', () => {
  const edit = fc.record({ at: fc.nat(), length: fc.nat(2000), put: text });
  fc.assert(
    fc.property(text, fc.array(edit, { minLength: 1, maxLength: 8 }), (before, edits) => {
      const after = edits.reduce((now, { at, length, put }) => {
        const start = at % (now.length + 1);
        return now.slice(0, start) + put + now.slice(start + length);
      }, before);
      const { pages, lines } = paged(before, after) ?? { pages: [] };
      expect(applySections(before, pages.flat())).toBe(after);
      if (before === after) expect({ pages, lines }).toEqual({ pages: [], lines: { added: 0, removed: 0 } });
      let shownTo = 1;
      for (const section of pages.flat()) {
        expect(section.line).toBeGreaterThanOrEqual(shownTo);
        shownTo = section.line + linesOf(section.before).length;
      }
    }),
    { numRuns: 300 },
  );
});

const numbered = Array.from({ length: 20_000 }, (_, index) => `this is line number ${index + 1}\n`);

test('a few changes in a long text are a few sections with three lines around each, and counted', () => {
  const after = numbered.with(9, 'changed\n').with(14, 'changed too\n').with(19_000, 'far away\n').join('');
  const { pages, lines } = paged(numbered.join(''), after) ?? {};
  expect(lines).toEqual({ added: 3, removed: 3 });
  expect(pages?.map((page) => page.map(({ line: at, before }) => [at, linesOf(before).length]))).toEqual([
    [
      [7, 12],
      [18_998, 7],
    ],
  ]);
});

test('what is rewritten from end to end comes in pages of 48 kB, in sections of no more than can be drawn at once', () => {
  const before = numbered.join('');
  const after = before.replaceAll('this', 'that');
  const { pages = [], lines } = paged(before, after) ?? {};
  expect(lines).toEqual({ added: 20_000, removed: 20_000 });
  expect(applySections(before, pages.flat())).toBe(after);
  const sizes = pages.map((page) =>
    page.reduce((sum, section) => sum + section.before.length + section.after.length, 0),
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(48 * 1024);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(40 * 1024);
  expect(Math.max(...pages.flat().map((section) => linesOf(section.before).length))).toBeLessThanOrEqual(30);
});

test('a line break that is added at the end is a change', () => {
  expect(paged('a\nb', 'a\nb\n')?.pages).toEqual([[{ line: 1, before: 'a\nb', after: 'a\nb\n' }]]);
});

test('a line that is far too long, and far too many lines, are not compared', () => {
  expect(paged('a\n', `${'x'.repeat(20_000)}\n`)).toBeUndefined();
  expect(paged(`${'x'.repeat(20_000)}\nb\n`, `${'x'.repeat(20_000)}\nc\n`)?.pages).toHaveLength(1);
  expect(paged('\n'.repeat(600_000), '\n'.repeat(600_000))).toBeUndefined();
});

test('hundreds of thousands of lines are compared in steps that are each over in a moment', () => {
  const before = Array.from({ length: 150_000 }, (_, index) => `content of line number ${index}, as it is\n`);
  const after = before.map((each, index) => (index % 3 === 0 ? each.toUpperCase() : each));
  const steps = pagedSections(before.join(''), after.join(''));
  const durations: number[] = [];
  for (;;) {
    const start = performance.now();
    const { done, value } = steps.next();
    durations.push(performance.now() - start);
    if (!done) continue;
    expect(value && { lines: value.lines }).toEqual({ lines: { added: 50_000, removed: 50_000 } });
    break;
  }
  // The machine may be busy with something else in any of them.
  const slow = durations.filter((duration) => duration > 25);
  expect(durations.length).toBeGreaterThan(1000);
  expect(slow.length).toBeLessThan(durations.length / 100);
});

describe('where one text stands in another', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 });
  test('is found as the language finds it', () => {
    fc.assert(
      fc.property(few, few, (sought, within) => {
        fc.pre(sought !== '');
        const expected = Array.from(within, (_, at) => at).filter((at) => within.startsWith(sought, at));
        expect(finish(placesOf(sought, within, 1000))).toEqual(expected);
        expect(finish(placesOf(sought, within, 1))).toEqual(expected.slice(0, 1));
      }),
    );
  });

  test('a long text that nearly fits everywhere takes no longer than any other', () => {
    const start = performance.now();
    expect(finish(placesOf(`b${'a'.repeat(500_000)}`, 'a'.repeat(2_000_000), 2))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

test('line ends are made plain as the language does it, wherever it pauses', () => {
  for (const length of [1, 2, 3]) {
    const long = `${'x'.repeat(256 * 1024 - length)}\r\n\r\n\r${'y\r\n'.repeat(200_000)}`;
    expect(finish(plainEnds(long))).toBe(long.replaceAll('\r\n', '\n'));
  }
});
