// What waits, and the answers to it, from a terminal or a script: the built program against a running gateway.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Beckon } from '../support/beckon.ts';
import { startBeckon } from '../support/beckon.ts';
import { tempFolder } from '../support/tempFolder.ts';

const main = fileURLToPath(new URL('../../packages/gateway/dist/cli/main.js', import.meta.url));
let gateway: Beckon;

beforeAll(async () => {
  gateway = await startBeckon();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const environment = () => ({ PATH: process.env['PATH'], HOME: gateway.stateDir, BECKON_STATE_DIR: gateway.stateDir });

/** Runs a command to its end. */
async function beckon(...args: string[]) {
  const run = promisify(execFile)(process.execPath, [main, ...args], { env: environment(), timeout: 60_000 });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

async function begin(file: string): Promise<string> {
  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: `touch ${file}` })], whenDenied: [say('You said: {{reason}}')] },
    { blocks: [say('It is there.')] },
  ]);
  const { id } = await gateway.transport.createSession({ cwd: gateway.workspace, prompt });
  return id;
}

test('what waits to be written is listed with how many lines it puts in and takes away', async () => {
  const path = join(gateway.workspace, 'counted.txt');
  writeFileSync(path, 'one\ntwo\n');
  const input = { file_path: path, content: 'one\n2\nthree\n' };
  const prompt = scriptedPrompt([{ blocks: [call('Write', input)], whenDenied: [say('Fine.')] }]);
  const { id } = await gateway.transport.createSession({ cwd: gateway.workspace, prompt });
  await beckon('wait', id.slice(0, 8));
  const { stdout } = await beckon('asks');
  expect(stdout).toContain('  Write counted.txt +2 −1\n');
  await beckon('answer', stdout.slice(0, 8), 'deny');
});

test('a script waits for a session, reads what it asks, answers, and waits for the end', async () => {
  const session = await begin('from-script.txt');
  expect(await beckon('wait', session.slice(0, 8))).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/1 ask waits/),
  });
  expect(await beckon('status', '--short')).toMatchObject({ code: 0, stdout: '1 waits\n' });
  const { stdout } = await beckon('asks');
  expect(stdout).toMatch(/^[\da-f]{8} {2}Run touch from-script.txt\n/);
  expect(await beckon('answer', stdout.slice(0, 8), 'approve')).toMatchObject({ code: 0 });
  expect(await beckon('wait', session)).toMatchObject({ code: 0 });
  expect(existsSync(join(gateway.workspace, 'from-script.txt'))).toBe(true);
  expect(await beckon('asks')).toMatchObject({ code: 0, stdout: 'Nothing waits for you.\n' });
  expect(await beckon('status', '--short')).toMatchObject({ code: 0, stdout: '' });
  expect((await beckon('ls')).stdout).toMatch(new RegExp(`^${session.slice(0, 8)} {2}ready `, 'm'));
});

test('a folder is trusted, worked in without its settings, or not opened', async () => {
  using folder = tempFolder();
  const cwd = folder.at('cloned');
  mkdirSync(join(cwd, '.claude'), { recursive: true });
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: `touch ${join(cwd, 'ran')}` }] }] };
  writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify({ hooks }));
  const { id } = await gateway.transport.createSession({ cwd });
  const asked = async () => (await gateway.transport.listAsks()).asks.find(({ sessionId }) => sessionId === id)?.id;
  await expect.poll(asked).toBeDefined();
  const ask = (await asked()) ?? '';
  expect(await beckon('answer', ask, 'trust')).toMatchObject({
    code: 1,
    stderr: 'beckon: Say approve (which trusts it), without-settings or deny.\n',
  });
  expect(await beckon('answer', ask, 'without-settings')).toMatchObject({ code: 0 });
  expect(await beckon('wait', id)).toMatchObject({ code: 0 });
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
  expect(await gateway.transport.listTrustedFolders()).toMatchObject([{ folder: cwd, decision: 'without_settings' }]);
});

test('a denial carries its reason; an answer that is wrong or too late changes nothing', async () => {
  const session = await begin('never.txt');
  await beckon('wait', session);
  const line = (await beckon('asks', '--json')).stdout.trim();
  const ask = JSON.parse(line) as { id: string; sessionId: string };
  expect(ask.sessionId).toBe(session);
  expect(await beckon('answer', ask.id, 'perhaps')).toMatchObject({
    code: 1,
    stderr: 'beckon: Say approve or deny.\n',
  });
  expect(await beckon('answer', 'ffffffff', 'approve')).toMatchObject({ code: 1, stdout: '' });
  expect(await beckon('answer', ask.id, 'deny', '--message', 'not today')).toMatchObject({ code: 0 });
  expect(await beckon('answer', ask.id, 'approve')).toMatchObject({ code: 2 });
  await beckon('wait', session);
  const { messages } = await gateway.transport.listMessages(session);
  expect(JSON.stringify(messages)).toContain('You said: not today');
  expect(existsSync(join(gateway.workspace, 'never.txt'))).toBe(false);
});

test('whoever watches is told of an ask, of its answer and of its end', async () => {
  const watching = spawn(process.execPath, [main, 'asks', '--watch'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void watching.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: watching.stdout }).on('line', (line) => lines.push(line));
  const session = await begin('watched.txt');
  while (!lines.some((line) => line.includes('touch watched.txt'))) await once(reader, 'line');
  const [{ id } = { id: '' }] = (await gateway.transport.getSession(session)).asks;
  await beckon('answer', id, 'approve');
  while (!lines.some((line) => line === `${id.slice(0, 8)}  over`)) await once(reader, 'line');
});

test('each question is answered in its turn', async () => {
  const questions = [
    {
      header: 'Fruit',
      question: 'Which fruit?',
      multiSelect: false,
      options: [
        { label: 'Apple', description: '' },
        { label: 'Pear', description: '' },
      ],
    },
    {
      header: 'How',
      question: 'How many?',
      multiSelect: false,
      options: [
        { label: 'One', description: '' },
        { label: 'Two', description: '' },
      ],
    },
  ];
  const prompt = scriptedPrompt([{ blocks: [call('AskUserQuestion', { questions })] }, { blocks: [say('Thanks.')] }]);
  const { id } = await gateway.transport.createSession({ cwd: gateway.workspace, prompt });
  await beckon('wait', id);
  const [ask] = (await gateway.transport.getSession(id)).asks;
  const askId = ask?.id ?? '';
  const short = await beckon('answer', askId, 'Pear');
  expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('How many? (One, Two)') });
  expect(await beckon('answer', askId, 'Pear', 'a dozen')).toMatchObject({ code: 0 });
  const { ask: answered } = await gateway.transport.getAsk(askId);
  expect(answered.answer).toEqual({ type: 'answers', answers: { 0: 'Pear', 1: 'a dozen' } });
});

test('says that no gateway runs', async () => {
  const run = await beckon('status', '--state-dir', join(gateway.stateDir, 'nothing'));
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('No gateway runs on') });
});
