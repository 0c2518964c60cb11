// What a command asks at a terminal: a yes, a no, and Ctrl-C, which ends it without a word.
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
// @ts-expect-error -- it runs before there is a compiler, so it is plain JavaScript
import { bundleCommand as bundle } from '../../scripts/workspace.mjs';
import { main } from '../support/beckon.ts';
import { atTerminal, runBeckon, runToEnd } from '../support/commandLine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundled = join(root, 'packages/gateway/dist/command/main.js');
beforeAll(() => (bundle as () => void)());

function home() {
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  mkdirSync(folder.at('.claude'));
  const settings = folder.at('.claude/settings.json');
  writeFileSync(settings, '{}\n');
  return { folder, settings, env: { PATH: process.env['PATH'] ?? '', HOME: folder.path, LANG: 'C.UTF-8' } };
}

test('`hooks install --dry-run` shows the change and makes none', async () => {
  const { settings, env } = home();
  const { code, stdout } = await runBeckon(['hooks', 'install', '--dry-run'], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\+.*PermissionRequest/m);
  expect(stdout).toMatch(/The hooks were not installed: .*settings\.json is as it was\.\n$/);
  expect(readFileSync(settings, 'utf8')).toBe('{}\n');
});

test('a no says what was not done', async () => {
  const { folder, settings, env } = home();
  await using person = await atTerminal([process.execPath, main, 'hooks', 'install'], { env, cwd: folder.path });
  await person.sees(/Change it\? \[y\/N\]$/m);
  await person.press('n', 'Enter');
  await person.sees(/The hooks were not installed/);
  expect(await person.exitCode()).toBe(0);
  expect(readFileSync(settings, 'utf8')).toBe('{}\n');
});

test('Ctrl-C in a prompt ends the command quietly', async () => {
  const { folder, settings, env } = home();
  await using person = await atTerminal([process.execPath, main, 'hooks', 'install'], { env, cwd: folder.path });
  await person.sees(/Change it\? \[y\/N\]$/m);
  await person.press('C-c');
  expect(await person.exitCode()).toBe(130);
  expect(await person.screen()).not.toMatch(/^ {4}at |Error|Warning/m);
  expect(readFileSync(settings, 'utf8')).toBe('{}\n');
});

/** What `npm start` does before it starts, with npm's global folder and the memory of the answer elsewhere. */
function offering() {
  const { folder, env } = home();
  const prefix = folder.at('global');
  mkdirSync(join(prefix, 'bin'), { recursive: true });
  mkdirSync(join(prefix, 'lib'), { recursive: true });
  const script = `import { offerLink } from ${JSON.stringify(join(root, 'scripts/offerLink.mjs'))};
await offerLink({ memory: ${JSON.stringify(folder.at('memory'))} });
console.log('goes on');`;
  const program = [process.execPath, '--input-type=module', '--eval', script] as const;
  const environment = { ...env, PATH: `${join(prefix, 'bin')}:${env.PATH}`, npm_config_prefix: prefix };
  return { folder, prefix, program, env: environment };
}

test('`npm start` offers a `beckon` command once, and links it in npm’s way', async () => {
  const { folder, prefix, program, env } = offering();
  await using person = await atTerminal(program, { env, cwd: folder.path });
  await person.sees(/Put a `beckon` command on your PATH.*\[y\/N\]$/m);
  await person.press('y', 'Enter');
  await person.sees(/Linked: `beckon` works in every folder/);
  expect(await person.exitCode()).toBe(0);
  const beckon = join(prefix, 'bin/beckon');
  expect(realpathSync(beckon)).toBe(realpathSync(bundled));
  const { stdout } = await runToEnd([beckon, '--version'], { env, cwd: '/' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  await using again = await atTerminal(program, { env, cwd: folder.path });
  expect(await again.sees(/goes on/)).not.toContain('Put a');
});

test('a no to the `beckon` command is remembered', async () => {
  const { folder, prefix, program, env } = offering();
  await using person = await atTerminal(program, { env, cwd: folder.path });
  await person.sees(/\[y\/N\]$/m);
  await person.press('Enter');
  await person.sees(/Not linked, and not asked again\. `npm link --workspace @beckon\/gateway`, here, does it later/);
  await using again = await atTerminal(program, { env, cwd: folder.path });
  expect(await again.sees(/goes on/)).not.toContain('Put a');
  expect(existsSync(join(prefix, 'bin/beckon'))).toBe(false);
});

test('where npm may not write, the sentence says what to do', async () => {
  const { folder, program, env } = offering();
  // Not even root can make a folder there.
  const prefix = folder.at('.claude/settings.json');
  const shut = { ...env, npm_config_prefix: prefix };
  await using person = await atTerminal(program, { env: shut, cwd: folder.path });
  await person.sees(/\[y\/N\]$/m);
  await person.press('y', 'Enter');
  expect((await person.sees(/goes on/)).replaceAll('\n', '')).toContain(
    `\`beckon\` was not linked: npm cannot write to ${prefix}. Give it a folder of your own`,
  );
});

test('with nobody at a terminal nothing is asked', async () => {
  const { folder, program, env } = offering();
  expect(await runToEnd(program, { env, cwd: folder.path })).toEqual({ code: 0, stdout: 'goes on\n', stderr: '' });
});
