// `npm run bench`: runs every benchmark in bench/, or those whose name contains the argument.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, installPackages, requireNode, root } from './workspace.mjs';

requireNode();
installPackages();
build();

const { runnerImport } = await import('vite');
const wanted = process.argv[2] ?? '';
const names = readdirSync(join(root, 'bench')).filter((name) => name.endsWith('.bench.ts') && name.includes(wanted));
for (const name of names) {
  const { module } = await runnerImport(join(root, 'bench', name), {
    logLevel: 'error',
    resolve: { conditions: ['source'] },
  });
  for (const { what, ratio, limit, detail } of await module.run()) {
    process.stdout.write(`${ratio <= limit ? '✓' : '✗'} ${what}: ${ratio.toFixed(2)}× (aim ≤ ${limit}×)  ${detail}\n`);
  }
}
