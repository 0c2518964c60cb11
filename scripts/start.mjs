// `npm start`: installs and builds what is missing, then runs Beckon with the arguments given.
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { offerLink } from './offerLink.mjs';
import { build, installPackages, requireNode, root } from './workspace.mjs';

requireNode();
installPackages();
build();

const args = process.argv.slice(2);
// Where the user is, which with `--prefix` is not here.
const cwd = process.env.INIT_CWD ?? process.cwd();
const isServing = args[0] === undefined || args[0] === 'serve' || args[0].startsWith('--');
if (isServing) await offerLink();

const beckon = spawn(process.execPath, [join(root, 'packages/gateway/dist/command/main.js'), ...args], {
  stdio: 'inherit',
  cwd,
  env: { ...process.env, BECKON_TYPED: typed() },
});
// A terminal's Ctrl-C reaches both; a signal to this process alone must be passed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => beckon.kill('SIGTERM'));
beckon.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

/** What the user typed before the arguments, so that messages can name it. */
function typed() {
  const script = process.env.npm_lifecycle_event ?? 'start';
  const isHere = !relative(root, cwd).startsWith('..');
  const where = isHere ? '' : ` --prefix ${root.replace(/\/$/, '')}`;
  return `${script === 'start' ? 'npm start' : `npm run ${script}`}${where} --`;
}
