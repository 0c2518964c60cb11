// `npm run bench`: builds, then runs bench/main.ts, which takes part of a benchmark's name as its argument.
import { join } from 'node:path';
import { build, installPackages, requireNode, root } from './workspace.mjs';

requireNode();
installPackages();
build();

const { runnerImport } = await import('vite');
await runnerImport(join(root, 'bench/main.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
  // Node 20 does not know `using`.
  oxc: { target: 'node20' },
  resolve: { conditions: ['source'] },
});
process.exit();
