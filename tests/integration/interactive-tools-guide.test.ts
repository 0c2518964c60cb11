// The guide on interactive tools is true: what it tells one to write is put into a copy of the sources, where the compiler
// accepts it, and the guide's own test takes a made-up kind of ask from the driver to the page and back.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { apply, guideBlocks } from '../support/guideCode.ts';
import { tempFolder } from '../support/tempFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = guideBlocks(readFileSync(join(root, 'guides/interactive-tools.md'), 'utf8'));

test('[G14] a tool and a kind of ask are added as the guide says, in at most five files besides their own', async () => {
  const changed = new Set(blocks.filter(({ language }) => language === 'diff').map(({ path }) => path));
  expect(changed.size).toBeGreaterThan(0);
  expect(changed.size).toBeLessThanOrEqual(5);

  using folder = tempFolder();
  copySources(folder.path);
  for (const block of blocks) apply(block, folder.path);
  await run('tsc', ['-b'], folder.path);
  const testFile = blocks.find(({ path }) => path.endsWith('.test.ts'))?.path ?? '';
  expect(await run('vitest', ['run', '--project', 'e2e', testFile], folder.path)).toMatch(/2 passed/);
}, 180_000);

/** The packages are copied; what they depend on is linked to. */
function copySources(to: string): void {
  const isSource = (path: string) => !/\/(node_modules|dist|dist-types)$|\.tsbuildinfo$/.test(path);
  for (const name of ['packages', 'tests', 'package.json', 'tsconfig.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(to, name), { recursive: true, filter: isSource });
  mkdirSync(join(to, 'node_modules/@beckon'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@beckon') symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name));
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(to, 'packages', name), join(to, 'node_modules/@beckon', name));
    const own = join('packages', name, 'node_modules');
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(to, own));
  }
}

async function run(command: string, options: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin', command), options, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, NO_COLOR: '1' },
  }).catch((error: unknown) => {
    const { stdout: told = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed:\n${told}${stderr}`, { cause: error });
  });
  return stdout;
}
