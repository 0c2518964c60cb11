import { expect, test } from 'vitest';
import { runKillLoop } from '../support/killLoop.ts';

const rounds = 30;
const seed = Date.now() % 1_000_000;

test(
  `[L1] [L2] [L4] [L7] kill -9, ${rounds} times: every acknowledged answer holds, nothing runs unapproved or twice, nothing is left waiting (seed ${seed})`,
  async () => {
    const report = await runKillLoop({ rounds, seed });
    expect(report.violations).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.ran).toBeGreaterThan(0);
  },
  15 * 60_000,
);
