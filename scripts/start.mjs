// `npm start`: installs and builds what is missing, then runs Beckon with the arguments given.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, installPackages, requireNode, root } from './workspace.mjs';

requireNode();
installPackages();
build();

const beckon = spawn(process.execPath, [join(root, 'packages/gateway/dist/cli/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  // Where the user is, which with `--prefix` is not here.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
// A terminal's Ctrl-C reaches both; a signal to this process alone must be passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => beckon.kill('SIGTERM'));
beckon.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
