// The simulation itself: that a seed can be replayed, and that it would find what it looks for.
import { expect, test } from 'vitest';
import { sabotages } from './sabotages.ts';
import { simulate } from './simulate.ts';

test('the same seed gives the same run, step by step', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { trace, hash } = await simulate(seed);
    const again = await simulate(seed);
    expect(again.trace).toEqual(trace);
    expect(again.hash).toBe(hash);
  }
});

test('different seeds give different runs', async () => {
  const hashes = new Set<string>();
  for (let seed = 1; seed <= 50; seed++) hashes.add((await simulate(seed)).hash);
  expect(hashes.size).toBe(50);
});

const mostSeeds = 1500;

test.each(sabotages)('it is found within a few seeds that $what', { timeout: 60_000 }, async (sabotage) => {
  const expected = new RegExp(`^\\[(${sabotage.breaks})\\]`);
  for (let seed = 1; seed <= mostSeeds; seed++) {
    const { failure } = await simulate(seed, sabotage);
    if (failure && expected.test(failure.message)) return;
  }
  expect.fail(`not found within ${mostSeeds} seeds`);
});
