// `npm run kill-loop -- [ROUNDS] [SEED]`: builds, then kills gateways and agents at random moments, 500 times unless told
// otherwise, and says what came of it.
import { build, importTypeScript, installPackages, requireNode, say } from './workspace.mjs';

requireNode();
installPackages();
build();
const { runKillLoop } = await importTypeScript('tests/support/killLoop.ts');

const rounds = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
say(`${rounds} rounds, seed ${seed}`);
const report = await runKillLoop({ rounds, seed, onRound: (round, what) => say(`${round}: killed ${what}`) });
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
process.exit(report.violations.length === 0 ? 0 : 1);
