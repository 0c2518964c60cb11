// One runner, five projects: pure units, browser components, the simulation, the real agent, the real browser. The first
// three need the processor and get all of it; the others wait for processes most of the time, and then run two at a time.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

const resolve = { conditions: ['source'] };
const ssr = { resolve: { conditions: ['source'], externalConditions: ['source'] } };
const node = { resolve, ssr };
const computing = { maxWorkers: availableParallelism(), sequence: { groupOrder: 0 } };
const waiting = { maxWorkers: 2, sequence: { groupOrder: 1 } };
/** Take the longest, and are small: the runner, which begins with large files, would end with one of them alone. */
const longest = /\/(?:kill-loop|hooks|proxies|desk-and-page)\.test\.ts$/;
const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [first, rest] = [files.filter(isLong), files.filter((file) => !isLong(file))];
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the runner's own, and sorts a copy.
    return [...first, ...(await super.sort(rest))];
  }
}
/** Files that leave nothing behind need no process each, whose start takes longer than most of them. */
const sharing = { isolate: false };
/** Real processes and busy machines take as long as they take: what a test waits for has to come, and not within a second. */
const patience = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...node,
        test: {
          name: 'unit',
          include: ['packages/{protocol,gateway,demo-model}/src/**/*.test.ts'],
          testTimeout: 30_000,
          ...computing,
          ...sharing,
        },
      },
      {
        ...node,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/test/setup.ts'],
          expect: patience,
          testTimeout: 30_000,
          // Not in the processes of the units, which would be left with a browser's globals.
          pool: 'threads',
          ...computing,
          ...sharing,
        },
      },
      {
        ...node,
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          ...computing,
        },
      },
      {
        ...node,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          expect: patience,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...waiting,
        },
      },
      {
        ...node,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          expect: patience,
          testTimeout: 90_000,
          hookTimeout: 120_000,
          ...waiting,
        },
      },
    ],
  },
});
