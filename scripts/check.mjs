// `npm run check`: format, lint, types and dead code beside the unit and component tests, since those wait now and then.
// What the former say comes when the latter are done.
import { spawn } from 'node:child_process';
import { bin, root } from './workspace.mjs';

const tests = start(process.execPath, [bin('vitest/vitest.mjs'), 'run', '--project', 'unit', '--project', 'web']);
const statics = start('npm', ['run', '--silent', 'check:static'], 'pipe');
const said = [];
for (const output of [statics.child.stdout, statics.child.stderr]) output.on('data', (text) => said.push(text));
const codes = await Promise.all([tests.ended, statics.ended]);
process.stdout.write(Buffer.concat(said));
process.exit(Math.max(...codes));

function start(command, args, output = 'inherit') {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output] });
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1))) };
}
