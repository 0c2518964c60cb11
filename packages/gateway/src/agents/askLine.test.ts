import { expect, test } from 'vitest';
import { TestClock } from '../../../../tests/support/testClock.ts';
import { AskLine } from './askLine.ts';

const waiting = [new AbortController().signal];
const lineOf = (most: number) => new AskLine({ most, clock: new TestClock(), onLength: () => undefined });

test('the first in line comes in when one leaves', async () => {
  const line = lineOf(1);
  expect(line.enter(waiting)).toBeUndefined();
  const [second, third] = [line.enter(waiting), line.enter(waiting)];
  expect([second, third, line.length]).toEqual([expect.any(Promise), expect.any(Promise), 2]);
  line.leave();
  await second;
  expect(line.length).toBe(1);
});

test('whoever comes in vain does not wait, be the signal aborted later or already', async () => {
  const line = lineOf(1);
  void line.enter(waiting);
  const later = new AbortController();
  const turn = line.enter([later.signal]);
  later.abort();
  await turn;
  await line.enter([...waiting, later.signal]);
  expect(line.length).toBe(0);
});
