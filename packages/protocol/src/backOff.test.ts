import { expect, test } from 'vitest';
import { backOffMs, scattered } from './backOff.ts';

test('each failure in a row doubles the wait, up to the longest', () => {
  const waits = [1, 2, 3, 4, 5, 6, 5000].map((failures) => backOffMs(failures, { firstMs: 100, longestMs: 1500 }));
  expect(waits).toEqual([100, 200, 400, 800, 1500, 1500, 1500]);
});

test('many who wait for the same do not all come back at once', () => {
  expect([0, 0.5, 1].map((random) => scattered(1000, random))).toEqual([750, 1000, 1250]);
});
