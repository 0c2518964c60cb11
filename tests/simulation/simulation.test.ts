// The simulation itself: that a seed can be replayed, and that it would find what it looks for.
import { expect, test } from 'vitest';
import { openSqliteStores } from '../../packages/gateway/src/store/sqlite/sqliteStores.ts';
import type { Stores } from '../../packages/gateway/src/store/stores.ts';
import { mirrored } from './mirror.ts';
import { Random } from '../support/random.ts';
import { sabotages } from './sabotages.ts';
import { simulate } from './simulate.ts';
import { makeTemper } from './temper.ts';

test('the same seed gives the same run, step by step', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 50; seed++) {
    const { trace, hash } = await simulate(seed);
    const again = await simulate(seed);
    expect(again.trace).toEqual(trace);
    expect(again.hash).toBe(hash);
  }
});

test('different seeds give different runs', { timeout: 60_000 }, async () => {
  const hashes = new Set<string>();
  for (let seed = 1; seed <= 50; seed++) hashes.add((await simulate(seed)).hash);
  expect(hashes.size).toBe(50);
});

test('SQLite would say the same as the simulated stores', { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const real = await openSqliteStores();
    const { weights } = makeTemper(new Random(seed));
    // What these do to a disk, SQLite cannot be made to do.
    const temper = { weights: { ...weights, 'a write will fail': 0, 'the power fails': 0 } };
    const differences: string[] = [];
    const stores = (simulated: Stores) => mirrored(simulated, real, (method) => differences.push(method));
    const { failure } = await simulate(seed, { sabotage: { stores }, temper });
    real.disk.close();
    expect(differences).toEqual([]);
    expect(failure).toBeUndefined();
  }
});

const mostSeeds = 1500;

test.each(sabotages)('it is found within a few seeds that $what', { timeout: 60_000 }, async (sabotage) => {
  const expected = new RegExp(`^\\[(${sabotage.breaks})\\]`);
  for (let seed = 1; seed <= mostSeeds; seed++) {
    const { failure } = await simulate(seed, { sabotage });
    if (failure && expected.test(failure.message)) return;
  }
  expect.fail(`not found within ${mostSeeds} seeds`);
});
