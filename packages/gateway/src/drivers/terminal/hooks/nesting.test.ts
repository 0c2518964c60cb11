import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNestedDeeperThan } from './nesting.ts';

test.each([
  ['', 0],
  ['1', 0],
  ['[]', 1],
  ['[[],[],{"a":[]}]', 3],
  [String.raw`{"a":"[[[[\"[[[\\"}`, 1],
  [String.raw`["\\\\","\\\"[["]`, 1],
  ['["cut off [[', 1],
])('%s is nested %i levels deep', (json, depth) => {
  expect(isNestedDeeperThan(depth, json)).toBe(false);
  if (depth > 0) expect(isNestedDeeperThan(depth - 1, json)).toBe(true);
});

test('a million levels are noticed at the first that is too much', () => {
  expect(isNestedDeeperThan(200, '['.repeat(1_000_000))).toBe(true);
});

test('the text says the same as what is parsed from it', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const depth = depthOf(value);
      const json = JSON.stringify(value);
      expect(isNestedDeeperThan(depth, json)).toBe(false);
      if (depth > 0) expect(isNestedDeeperThan(depth - 1, json)).toBe(true);
    }),
  );
});
