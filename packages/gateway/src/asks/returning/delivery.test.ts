import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestClock } from '../../../../../tests/support/testClock.ts';
import { Delivery } from './delivery.ts';

const minute = 60_000;
const attemptMs = 300;

/** An answer whose delivery takes a while, and fails until the agent is well. */
function delivering() {
  const clock = new TestClock();
  const begun: number[] = [];
  const world = { isWell: false, undelivered: 1 };
  const delivery = new Delivery({
    clock,
    undelivered: () => world.undelivered,
    async attempt() {
      begun.push(clock.now());
      await new Promise<void>((resolve) => clock.after(attemptMs, resolve));
      if (!world.isWell) throw new Error('There is no claude here.');
      world.undelivered = 0;
    },
    failed: () => undefined,
  });
  delivery.check();
  return {
    world,
    delivery,
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.advance(100);
        await setImmediate();
      }
    },
    /** How long it waited before each attempt after the first, in seconds. */
    waits: () => begun.slice(1).map((at, index) => Math.round((at - (begun[index] ?? 0) - attemptMs) / 1000)),
  };
}

test('is tried again later and later, and from then on every five minutes, though an attempt takes time', async () => {
  const { pass, waits } = delivering();
  await pass(25 * minute);
  expect(waits()).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test('is tried again soon where the agent had been well for long', async () => {
  const { world, delivery, pass, waits } = delivering();
  await pass(3 * minute);
  world.isWell = true;
  await pass(10 * minute);
  expect(world.undelivered).toBe(0);
  expect(waits()).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
  world.undelivered = 1;
  delivery.backOff('The agent died.');
  await pass(2_000);
  expect(world.undelivered).toBe(0);
});
