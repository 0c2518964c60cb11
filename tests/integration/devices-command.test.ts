// `beckon devices`, `beckon token` and the browser that a start opens: the built program as a process of its own.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startBeckon } from '../support/beckon.ts';
import { pressLink } from '../support/signedIn.ts';
import { tempFolder } from '../support/tempFolder.ts';

const main = fileURLToPath(new URL('../../packages/gateway/dist/cli/main.js', import.meta.url));

/** Runs a command on a state directory to its end. */
async function command(stateDir: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'], HOME: join(stateDir, 'home'), BECKON_STATE_DIR: stateDir };
  const run = promisify(execFile)(process.execPath, [main, ...args], { env, timeout: 30_000 });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

const fileMode = (path: string) => statSync(path).mode & 0o777;

test('lists the devices that are signed in, and removes one by how its id begins', async () => {
  await using beckon = await startBeckon();
  const { url, stateDir } = beckon;
  expect((await command(stateDir, 'devices')).stdout).toMatch(/^No device is signed in/);
  const headers = { ...(await pressLink(await beckon.loginLink())) };
  expect((await fetch(`${url}/api/asks`, { headers })).status).toBe(200);

  const { devices } = JSON.parse((await command(stateDir, 'devices', '--json')).stdout) as {
    devices: { id: string }[];
  };
  expect(devices).toMatchObject([{ name: 'A browser', address: '127.0.0.1', origin: url, current: false }]);
  const start = devices[0]!.id.slice(0, 8);
  const [head, row] = (await command(stateDir, 'devices')).stdout.split('\n');
  expect(head).toMatch(/^ID +NAME +LAST SEEN +FROM +SIGNED IN$/);
  expect(row).toMatch(new RegExp(`^${start}  A browser  \\d{4}-.* 127\\.0\\.0\\.1 `));
  expect(await command(stateDir, 'devices', 'remove', 'zzzz')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No device has an id that begins with "zzzz"') as string,
  });
  expect((await command(stateDir, 'devices', 'remove', start)).stdout).toBe('Removed “A browser”. It is signed out.\n');
  expect((await fetch(`${url}/api/asks`, { headers })).status).toBe(401);
});

test('[L14] says where the token is, and replaces it whether or not the gateway runs', async () => {
  await using beckon = await startBeckon();
  const { stateDir, token: first, transport } = beckon;
  const path = join(stateDir, 'token');
  const current = () => readFileSync(path, 'utf8').trim();
  expect(await command(stateDir, 'token')).toMatchObject({ code: 0, stdout: `${path}\n` });

  const following = transport.events();
  await following.next();
  const cut = (async () => {
    for await (const _ of following);
  })().catch(() => undefined);
  expect(await command(stateDir, 'token', '--rotate')).toMatchObject({ code: 0, stdout: `${path}\n` });
  await cut;
  const second = current();
  expect([second === first, fileMode(path)]).toEqual([false, 0o600]);
  const status = (token: string) =>
    fetch(`${beckon.url}/api/asks`, { headers: { authorization: `Bearer ${token}` } }).then((reply) => reply.status);
  expect([await status(first), await status(second)]).toEqual([401, 200]);
  expect((await command(stateDir, 'link')).stdout).toMatch(/^http/);
  await beckon.stop();

  expect((await command(stateDir, 'token', '--rotate')).code).toBe(0);
  expect([current() === second, fileMode(path)]).toEqual([false, 0o600]);
  const log = (await command(stateDir, 'log')).stdout;
  expect(log.match(/The API token was replaced/g)).toHaveLength(2);
  for (const token of [first, second, current()]) expect(log).not.toContain(token);
});

test('opens the browser with a file that only its person can read: the code is in no argument', async () => {
  using folder = tempFolder();
  // What a desktop has in this place: a program that is told what to open.
  const told = folder.at('told');
  mkdirSync(folder.at('bin'));
  const opener = `#!/bin/sh\nprintf '%s\\n' "$@" > '${told}.new' && mv '${told}.new' '${told}'\n`;
  writeFileSync(join(folder.at('bin'), 'xdg-open'), opener, { mode: 0o755 });
  const child = spawn(process.execPath, [main, '--demo', '--port', '0', '--state-dir', folder.at('state')], {
    env: { PATH: `${folder.at('bin')}:${process.env['PATH']}`, HOME: folder.at('home'), DISPLAY: ':0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [link] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  await expect.poll(() => existsSync(told), { timeout: 20_000 }).toBe(true);
  const file = readFileSync(told, 'utf8').trim();
  expect(file).toBe(join(folder.at('state'), 'open.html'));
  expect([fileMode(file), readFileSync(file, 'utf8')]).toEqual([0o600, expect.stringContaining(`url=${link}"`)]);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(existsSync(file)).toBe(false);
});
