// `npm test`: installs and builds what is missing, then checks and tests everything. Further arguments go to the test
// runner, for example `npm test -- --project e2e`.
import { spawnSync } from 'node:child_process';
import { build, bin, fail, installPackages, requireNode, root, run, say } from './workspace.mjs';

requireNode();
installPackages();
installSystemPackages({ chromium: 'chromium', tmux: 'tmux' });
build();

const forRunner = process.argv.slice(2);
if (forRunner.length === 0) {
  say('Checking format, lint, types and dead code …');
  run('npm', ['run', '--silent', 'check:static']);
}
const { status } = spawnSync(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...forRunner], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exit(status ?? 1);

/** Commands that tests use, each with Debian's package for it. */
function installSystemPackages(packagesByCommand) {
  const missing = Object.entries(packagesByCommand).filter(([command]) => !isThere(command));
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  const canInstall = process.getuid?.() === 0 && isThere('apt-get');
  if (!canInstall)
    fail(`The tests need ${packages.join(' and ')}. Install with: sudo apt-get install ${packages.join(' ')}`);
  say(`Installing ${packages.join(' and ')} …`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

function isThere(command) {
  return spawnSync('which', [command], { stdio: 'ignore' }).status === 0;
}
