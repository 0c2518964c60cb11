// One runner, five projects: pure units, browser components, the simulation, the real agent, the real browser.
import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['source'] };
const ssr = { resolve: { conditions: ['source'], externalConditions: ['source'] } };
const node = { resolve, ssr };
/** Real processes take as long as they take: what a test waits for has to come, and not within a second. */
const patience = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        ...node,
        test: {
          name: 'unit',
          include: ['packages/{protocol,gateway,demo-model}/src/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        ...node,
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['packages/web/src/test/setup.ts'],
        },
      },
      {
        ...node,
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
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
          fileParallelism: false,
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
          fileParallelism: false,
        },
      },
    ],
  },
});
