// The seeds that every test run goes through, in parts, so that all cores have something to do.
import { expect, test } from 'vitest';
import { reportFailure } from './report.ts';
import { simulate } from './simulate.ts';

const runs = 10_000;
const parts = 4;
const seedsPerTest = 500;

export function testSeeds(part: number): void {
  const first = 1 + ((part - 1) * runs) / parts;
  const end = 1 + (part * runs) / parts;
  for (let from = first; from < end; from += seedsPerTest) {
    const until = Math.min(from + seedsPerTest, end) - 1;
    test(`[L1–L9] every promise is kept with seeds ${from} to ${until}`, { timeout: 120_000 }, async () => {
      for (let seed = from; seed <= until; seed++) {
        const run = await simulate(seed);
        if (run.failure) expect.fail(reportFailure(run));
      }
    });
  }
}
