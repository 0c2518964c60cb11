// `npm run kill-loop -- [ROUNDS] [SEED]`: builds, then kills gateways and agents at random moments, 500 times unless told
// otherwise, and says what came of it.
import { join } from 'node:path';
import { build, installPackages, requireNode, root, say } from './workspace.mjs';

requireNode();
installPackages();
build();

const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'tests/support/killLoop.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
  // Node 20 does not know `using`.
  oxc: { target: 'node20' },
  resolve: { conditions: ['source'] },
});
const rounds = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
say(`${rounds} rounds, seed ${seed}`);
const report = await module.runKillLoop({ rounds, seed, onRound: (round, what) => say(`${round}: killed ${what}`) });
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
process.exit(report.violations.length === 0 ? 0 : 1);
