// The command line as a user meets it: the built program as a process of its own.
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HttpTransport, LogEntry } from '@beckon/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { loopback, reply } from '../support/loopback.ts';
import { signedInBy } from '../support/signedIn.ts';
import type { TempFolder } from '../support/tempFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';

const main = fileURLToPath(new URL('../../packages/gateway/dist/cli/main.js', import.meta.url));

/** Nothing of the machine's own account or settings is seen. */
const environment = (folder: TempFolder, more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  HOME: folder.at('home'),
  BECKON_STATE_DIR: folder.at('state'),
  ...more,
});

function ownFolder(): TempFolder {
  const folder = tempFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  return folder;
}

/** Runs a command to its end. */
async function beckon(folder: TempFolder, ...args: string[]) {
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: environment(folder), timeout: 20_000 });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

/** The next line that a process prints; one that ends before it has printed any is an error. */
function lineFrom(child: ChildProcess, output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: output })
      .once('line', resolve)
      .once('close', () => reject(new Error(`it printed nothing (exit code ${child.exitCode})`)));
  });
}

/** Starts a gateway and waits for its first line. */
async function serve(folder: TempFolder, args: string[] = [], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, '--no-open', '--port', '0', ...args], {
    env: environment(folder, more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const firstLine = await lineFrom(child, child.stdout);
  const stop = async () => {
    child.kill('SIGTERM');
    return (await once(child, 'exit')) as [number | null, string | null];
  };
  const token = readFileSync(join(folder.at('state'), 'token'), 'utf8').trim();
  const { origin } = new URL(firstLine);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { firstLine, origin, token, stop, kill, transport: new HttpTransport({ baseUrl: origin, token }) };
}

/** Presses the button of the page that a link leads to. */
const press = (link: string) =>
  fetch(`${new URL(link).origin}/login`, {
    method: 'POST',
    body: new URL(link).searchParams,
    headers: { origin: new URL(link).origin },
    redirect: 'manual',
  });

test('prints the link to open as its first line; its press lets one browser in, once', async () => {
  const { firstLine, origin, stop } = await serve(ownFolder());
  expect(firstLine).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?code=[\w-]{32}$/);
  expect((await fetch(firstLine)).headers.get('set-cookie')).toBeNull();
  const first = await press(firstLine);
  const headers = { ...(await signedInBy(first)) };
  expect(await fetch(`${origin}/api/asks`, { headers }).then(({ status }) => status)).toBe(200);
  expect([(await press(firstLine)).status, (await fetch(firstLine)).status]).toEqual([403, 403]);
  expect(await stop()).toEqual([0, null]);
});

test('a signal while it still starts stops it in good order too', async () => {
  const folder = ownFolder();
  const child = spawn(process.execPath, [main, '--no-open', '--port', '0'], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // The lock is the first thing that a start leaves.
  await expect.poll(() => existsSync(join(folder.at('state'), 'lock.db')), { timeout: 20_000, interval: 1 }).toBe(true);
  const printed = lineFrom(child, child.stdout);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(await printed).toMatch(/^Stopping;/);
  expect((await beckon(folder, 'log')).stdout).toMatch(/started\n.*stopped\n$/);
});

test('with no credentials it runs the demo and says so; with a key it does not', async () => {
  const folder = ownFolder();
  const without = await serve(folder);
  const about = await without.transport.about();
  expect(about.demo?.scenarios.length).toBeGreaterThan(5);
  expect(about.demo?.howToSignIn).toContain('ANTHROPIC_API_KEY');
  expect(statSync(about.defaultCwd).isDirectory()).toBe(true);
  await without.stop();

  const withKey = await serve(folder, [], { ANTHROPIC_API_KEY: 'sk-ant-made-up' });
  expect((await withKey.transport.about()).demo).toBeUndefined();
  await withKey.stop();
});

test('`link` prints a further link to the running gateway, and says so where none runs', async () => {
  const folder = ownFolder();
  expect(await beckon(folder, 'link')).toMatchObject({ code: 1, stderr: expect.stringContaining('No gateway runs') });
  const { origin, stop } = await serve(folder);
  const { stdout } = await beckon(folder, 'link');
  expect(stdout.startsWith(`${origin}/login?code=`)).toBe(true);
  expect((await press(stdout.trim())).status).toBe(200);
  await stop();
});

test('after `kill -9` of the gateway no command gives the token to whoever listens in its place', async () => {
  const folder = ownFolder();
  const { kill } = await serve(folder);
  await kill();
  await using stranger = await loopback((response) => reply(response, 200, { code: 'come-in', sessions: [] }));
  // As if the port, and the number of the process, were another's by now.
  const announcement = JSON.stringify({ pid: process.pid, url: stranger.url });
  writeFileSync(join(folder.at('state'), 'gateway.json'), announcement);
  for (const command of ['link', 'ls']) {
    const ended = await beckon(folder, command);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('No gateway runs') as string });
  }
  expect((await beckon(folder, 'hooks', 'status')).stdout).toContain('does not run');
  expect(stranger.requests).toEqual([]);
});

test('[L10] a second gateway on the same state refuses, and says who holds it', async () => {
  const folder = ownFolder();
  const { origin, stop } = await serve(folder);
  const second = await beckon(folder, 'serve', '--no-open', '--port', '0');
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(`at ${origin}`);
  await stop();
});

test('a port that is in use is an error in one sentence, and nothing stays behind', async () => {
  const { origin, stop } = await serve(ownFolder());
  const { code, stderr } = await beckon(ownFolder(), '--no-open', '--port', new URL(origin).port);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^beckon: Cannot listen on 127\.0\.0\.1:\d+: it is in use.*--port\.\n$/);
  await stop();
});

test.each([
  [['--port', 'http'], /--port.*from 0 to 65535/],
  [['--ask-limit', 'soon'], /--ask-limit.*number of minutes/],
  [['--nonsense'], /^beckon: Unknown option '--nonsense'\.$/m],
  [['--state-dir', '/dev/null/x'], /cannot use \/dev\/null\/x as its state directory: ENOTDIR/],
])('%j is refused with what to do', async (args, sentence) => {
  const { code, stderr } = await beckon(ownFolder(), '--no-open', ...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(sentence);
});

test('everything that it keeps is for its owner alone, the files that it makes as it goes on too', async () => {
  const folder = ownFolder();
  const { transport, stop } = await serve(folder);
  const { defaultCwd } = await transport.about();
  await transport.createSession({ cwd: defaultCwd });
  const state = folder.at('state');
  // What is in the agent's own folders, behind their parent's mode, is the agent's.
  const openToOthers = () =>
    readdirSync(state, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('demo/'))
      .filter((name) => (lstatSync(join(state, name)).mode & 0o077) !== 0);
  expect(openToOthers()).toEqual([]);
  await stop();
  expect(openToOthers()).toEqual([]);
});

test('the token is private, and in no argument or environment of the agent', async () => {
  const folder = ownFolder();
  const { transport, token, stop } = await serve(folder, ['--demo']);
  expect(statSync(folder.at('state')).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder.at('state'), 'token')).mode & 0o777).toBe(0o600);
  const { id } = await transport.createSession({ cwd: (await transport.about()).defaultCwd });
  const processes = await promisify(execFile)('ps', ['eaxww', '-o', 'args=']);
  const agent = processes.stdout.split('\n').filter((line) => line.includes(id));
  expect(agent).not.toEqual([]);
  expect(agent.join('\n')).not.toContain(token);
  expect(agent.join('\n')).not.toContain('BECKON_');
  await stop();
});

test('`log` prints what happened, in words or as JSON, while a gateway runs and after it has stopped', async () => {
  const folder = ownFolder();
  expect(await beckon(folder, 'log')).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing') as string });
  const { transport, stop } = await serve(folder, ['--keep-days', '7']);
  const { id } = await transport.createSession({ cwd: folder.path, title: 'Tidy\u001b[2J up' });
  const running = await beckon(folder, 'log', '--since', '1h');
  expect(running.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}gateway {3}Beckon .* started\n/);
  expect(running.stdout).toContain('Session “Tidy␛[2J up” created');
  await stop();
  const { stdout } = await beckon(folder, 'log', '--json', '--session', id.slice(0, 6));
  const entries = stdout
    .trim()
    .split('\n')
    .map((line) => LogEntry.parse(JSON.parse(line)));
  expect(entries.map(({ type }) => type)).toEqual(['session_created', 'session_started', 'session_ended']);
  expect((await beckon(folder, 'log', '--since', '2100-01-01')).stdout).toBe('Nothing is in the log that fits.\n');
  expect((await beckon(folder, 'log', '--session', 'zzz')).stderr).toContain('begins with "zzz"');
  expect((await beckon(folder, 'log', '--since', 'yesterday')).code).not.toBe(0);
});

test('a damaged database is set aside, and the start says where', async () => {
  const folder = ownFolder();
  // In good order: from what a killed one leaves beside it, SQLite would make the file whole again.
  expect(await (await serve(folder)).stop()).toEqual([0, null]);
  writeFileSync(join(folder.at('state'), 'beckon.db'), 'no database at all '.repeat(100));
  const child = spawn(process.execPath, [main, '--no-open', '--port', '0'], { env: environment(folder) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = await lineFrom(child, child.stderr);
  const [, path] = /set aside as (\S+)\. /.exec(said) ?? [];
  expect(readFileSync(path ?? '', 'utf8')).toContain('no database at all');
});
