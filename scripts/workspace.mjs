// What both commands of the README need before they can do their job: packages installed, sources built. Plain
// JavaScript without dependencies, because it runs before there are any. Progress goes to standard error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Beckon needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Installs exactly what the lock file says, when it has changed since the last time or nothing is there. */
export function installPackages() {
  const marker = join(root, 'node_modules', '.beckon-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  say('Installing packages …');
  run('npm', ['ci', '--no-audit', '--no-fund']);
  writeFileSync(marker, wanted);
}

/** The compiler knows by itself what is out of date; the web app is built when its sources are newer than it. */
export function build() {
  const firstTime = !existsSync(join(root, 'packages/gateway/dist'));
  if (firstTime) say('Building the gateway …');
  run(process.execPath, [bin('typescript/bin/tsc'), '-b', 'packages/gateway']);
  bundleCommand();
  const built = join(root, 'packages/web/dist/index.html');
  if (existsSync(built) && statSync(built).mtimeMs > newest(['packages/web', 'packages/protocol/src'])) return;
  say('Building the web app …');
  run(process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], 'packages/web');
}

/** The command as npm links it: in a few files, and with leave to be run by itself. */
export function bundleCommand() {
  const bundled = join(root, 'packages/gateway/dist/command/main.js');
  // The compiler writes these last, whenever it has written anything.
  const compiled = ['gateway', 'protocol'].map((name) => `packages/${name}/tsconfig.tsbuildinfo`);
  const times = [...compiled, 'packages/gateway/bundle.config.mjs'].map((path) => statSync(join(root, path)).mtimeMs);
  if (existsSync(bundled) && statSync(bundled).mtimeMs > Math.max(...times)) return;
  const args = ['build', '--config', 'bundle.config.mjs', '--logLevel', 'warn'];
  run(process.execPath, [bin('vite/bin/vite.js'), ...args], 'packages/gateway');
  chmodSync(bundled, 0o755);
}

export function bin(path) {
  return join(root, 'node_modules', path);
}

/** Runs a command to its end; where it fails, so does the whole. Its output is progress, not result. */
export function run(command, args, folder = '.') {
  const { status, error } = spawnSync(command, args, { cwd: join(root, folder), stdio: ['ignore', 2, 2] });
  if (error) fail(`Could not run ${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Imports a TypeScript file, with what it imports from the packages' sources. */
export async function importTypeScript(path) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(root, path), {
    root,
    configFile: false,
    logLevel: 'error',
    // Node 20 does not know `using`.
    oxc: { target: 'node20' },
    // The runner takes every package for one that Node can import as it is; ours have to be built for that.
    environments: { inline: { resolve: { noExternal: [/^@beckon\//], conditions: ['source'] } } },
  });
  return module;
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function fail(text) {
  say(text);
  process.exit(1);
}

function newest(folders) {
  const ignored = new Set(['node_modules', 'dist', 'dist-types']);
  const times = (path) => {
    const stat = statSync(path);
    if (!stat.isDirectory()) return path.endsWith('.tsbuildinfo') ? 0 : stat.mtimeMs;
    const names = readdirSync(path).filter((name) => !ignored.has(name));
    return Math.max(0, ...names.map((name) => times(join(path, name))));
  };
  return Math.max(...folders.map((folder) => times(join(root, folder))));
}
