import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineTimes } from './lineTimes.ts';

test('times are what they say', () => {
  const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  const close = fc.tuple(date, fc.array(fc.integer({ min: 0, max: 90_000 }))).map(([start, steps]) => {
    const dates = [start];
    for (const step of steps) dates.push(new Date((dates.at(-1)?.getTime() ?? 0) + step));
    return dates;
  });
  fc.assert(
    fc.property(close, (dates) => {
      const times = new LineTimes();
      expect(dates.map((at) => times.read(at.toISOString()))).toEqual(dates.map((at) => at.getTime()));
    }),
  );
});

test.each([
  undefined,
  7,
  '',
  'yesterday',
  '1900-01-01T00:00:00.000Z',
  '2026-01-01T00:00:61.000Z',
  '2026-01-01T00:00:xx.xxxZ',
  '2026-01-01T00:00:-1.000Z',
  '2026-01-01T00:00:Infinity',
])('%j is no time: the line before gives it', (odd) => {
  const times = new LineTimes();
  expect(times.read(odd)).toBe(0);
  const before = times.read('2026-01-01T00:00:30.000Z');
  expect(times.read(odd)).toBe(before);
});

test('other forms of the same are read too', () => {
  const times = new LineTimes();
  expect(times.read('2026-01-01T00:00:00Z')).toBe(Date.UTC(2026, 0));
  expect(times.read('2026-01-01T01:00:00+01:00')).toBe(Date.UTC(2026, 0));
});
