import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('few are taken up at once, and many a few at a time, in their order', async () => {
  const turns = new Turns(3);
  const taken: number[] = [];
  for (let number = 0; number < 8; number++) turns.take(() => taken.push(number));
  const rounds = [taken.length];
  while (taken.length < 8) {
    await setImmediate();
    rounds.push(taken.length);
  }
  expect(rounds).toEqual([3, 6, 8]);
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await setImmediate();
  turns.take(() => taken.push(8));
  expect(taken.at(-1)).toBe(8);
});
