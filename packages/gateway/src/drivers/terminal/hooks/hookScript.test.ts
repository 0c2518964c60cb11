import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookStage, runHook } from '../../../../../../tests/support/hookStage.ts';
import { unburiedChild } from '../../../../../../tests/support/zombie.ts';
import { settingsForSession } from './hookCommand.ts';
import { checkedHookScript } from './hookScript.ts';

const sessionId = '51f6e018-c080-40ad-87d2-772796127a2c';
const silent = { output: '', errors: '', code: 0, signal: null };
const allow = {
  hookSpecificOutput: { hookEventName: 'PermissionRequest' as const, decision: { behavior: 'allow' as const } },
};

function event(name: string, input: object = { command: 'touch a.txt' }): string {
  const common = { session_id: sessionId, transcript_path: '/p/s.jsonl', cwd: '/w', hook_event_name: name };
  return JSON.stringify({ ...common, tool_name: 'Bash', tool_input: input, tool_use_id: 'toolu_1' });
}

let stage: HookStage;
beforeEach(async () => {
  stage = await HookStage.open('a "state" $(dir) with \'quotes\'\n and more');
});
afterEach(() => stage[Symbol.asyncDispose]());

const endpoint = () => stage.program.endpointPath;
const command = (name: string, ...further: string[]) => ['/bin/bash', '-p', stage.program.scriptPath, name, ...further];
const run = (name: string, body = event(name), environment = {}) =>
  runHook(command(name, endpoint()), body, environment);

/** A folder in which there is nothing to run but what the hook cannot do without. */
function pathWithCatOnly(): string {
  const folder = join(stage.stateDir, 'bin');
  mkdirSync(folder);
  symlinkSync('/bin/cat', join(folder, 'cat'));
  return folder;
}

/** The same with a `sleep` for which a second is over at once. */
function pathWithShortSeconds(): string {
  const folder = pathWithCatOnly();
  symlinkSync('/bin/true', join(folder, 'sleep'));
  return folder;
}

describe('with a gateway', () => {
  test('an event arrives with its agent’s process, and nothing is printed', async () => {
    expect(await run('PreToolUse', undefined, { CLAUDE_PID: String(process.pid) }).ended).toEqual(silent);
    expect(stage.arrived.map(({ payload, from }) => [payload.hook_event_name, from])).toEqual([
      ['PreToolUse', { pid: process.pid }],
    ]);
  });

  test('an input arrives as it is, whatever it holds and however large it is', async () => {
    const content = `"'\\ $(touch x) \`ls\` %s %d \r\n\t\u0001 é 漢字 🙂 ${'long 🙂 '.repeat(600_000)}`;
    await run('PreToolUse', event('PreToolUse', { content })).ended;
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const { from } = await stage.next('PreToolUse');
    const whole = JSON.parse(from.large?.content.json?.toString() ?? '{}') as { content: string };
    expect(digest(whole.content)).toBe(digest(content));
  });

  test('bytes that are not text are refused and nothing is printed', async () => {
    const body = Buffer.concat([Buffer.from(event('Stop')), Buffer.from([0, 255, 254, 10, 0])]);
    expect(await runHook(command('Stop', endpoint()), body).ended).toEqual(silent);
    expect(stage.troubles.map(({ code }) => code)).toEqual(['invalid_request']);
  });

  test('a PermissionRequest waits for its answer and prints exactly that', async () => {
    const hook = run('PermissionRequest');
    (await stage.next('PermissionRequest')).reply(allow);
    expect(await hook.ended).toEqual({ ...silent, output: JSON.stringify(allow) });
  });

  test('a large answer is printed whole', async () => {
    const updatedInput = { content: 'é漢🙂\\n"'.repeat(20_000) };
    const reply = {
      hookSpecificOutput: { ...allow.hookSpecificOutput, decision: { behavior: 'allow' as const, updatedInput } },
    };
    const hook = run('PermissionRequest');
    (await stage.next('PermissionRequest')).reply(reply);
    expect(JSON.parse((await hook.ended).output)).toEqual(reply);
  });

  test('[L4] an answer that leaves it to the terminal prints nothing', async () => {
    const hook = run('PermissionRequest');
    (await stage.next('PermissionRequest')).reply(undefined);
    expect(await hook.ended).toEqual(silent);
  });

  test('[L7] a hook that is ended tells the gateway at once', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const hook = run('PermissionRequest');
      const waiting = await stage.next('PermissionRequest', stage.arrived.length + 1);
      hook.process.kill(signal);
      expect(await hook.ended).toMatchObject({ output: '', signal });
      await stage.until(() => waiting.signal.aborted);
    }
  });

  test('[L7] a hook whose agent has died ends by itself, even where nobody has asked how it died', async () => {
    await using agent = await unburiedChild();
    const hook = run('PermissionRequest', undefined, { CLAUDE_PID: String(agent.pid) });
    const waiting = await stage.next('PermissionRequest');
    await agent.kill();
    expect(await hook.ended).toEqual(silent);
    await stage.until(() => waiting.signal.aborted);
  });

  test('a PermissionRequest outlives the gateway: the next one hears of it, and its answer counts', async () => {
    const hook = run('PermissionRequest');
    const first = await stage.next('PermissionRequest');
    expect(first.from).toEqual({ pid: process.pid });
    await stage.die();
    await stage.comeBack();
    const second = await stage.next('PermissionRequest', 2);
    expect(second).toMatchObject({ payload: first.payload, from: { pid: process.pid, isRepeated: true } });
    second.reply(allow);
    expect(await hook.ended).toEqual({ ...silent, output: JSON.stringify(allow) });
  });

  test('and ends with its agent while no gateway is there', async () => {
    await using agent = await unburiedChild();
    const hook = run('PermissionRequest', undefined, { CLAUDE_PID: String(agent.pid) });
    await stage.next('PermissionRequest');
    await stage.die();
    await agent.kill();
    expect(await hook.ended).toEqual(silent);
  });

  test('a subagent’s does not outlive it for long: its dialog comes when the hook has ended', async () => {
    const ofSubagent = event('PermissionRequest').replace('{', '{"agent_id":"a1",');
    const hook = run('PermissionRequest', ofSubagent, { PATH: pathWithShortSeconds() });
    await stage.next('PermissionRequest');
    await stage.die();
    expect(await hook.ended).toEqual(silent);
  });

  test('without `sleep` it does not wait for another gateway', async () => {
    const hook = runHook(command('PermissionRequest', endpoint()), event('PermissionRequest'), {
      PATH: pathWithCatOnly(),
    });
    await stage.next('PermissionRequest');
    await stage.die();
    expect(await hook.ended).toEqual(silent);
  });

  test('a session with an endpoint of its own is known by it; what the user’s own hooks report names none', async () => {
    const path = stage.endpoints.openFor(sessionId);
    await runHook(command('PreToolUse', path, 'own'), event('PreToolUse')).ended;
    await run('PostToolUse').ended;
    expect(stage.arrived.map(({ from }) => from.sessionId)).toEqual([sessionId, undefined]);
    expect(stage.troubles).toEqual([]);
  });

  test('the command in the settings reaches it through a shell', async () => {
    const endpointPath = stage.endpoints.openFor(sessionId);
    const settings = (scriptPath: string) =>
      settingsForSession({ scriptPath, endpointPath, hasLaterEvents: true, restrictions: {} });
    const stop = (scriptPath: string) =>
      runHook(['/bin/sh', '-c', JSON.parse(settings(scriptPath)).hooks.Stop[0].hooks[0].command], event('Stop')).ended;
    expect(await stop(stage.program.scriptPath)).toEqual(silent);
    expect(stage.arrived.map(({ from }) => from.sessionId)).toEqual([sessionId]);
    expect(await stop('/gone/beckon-hook.sh')).toEqual(silent);
  });

  test('[L12] changed settings of a folder are not taken up, those of the person’s own are', () => {
    const own = {
      scriptPath: '/x',
      endpointPath: '/y',
      hasLaterEvents: true,
      restrictions: {},
      ownFolder: "/o'n/.claude",
    };
    const [{ command: settled }] = JSON.parse(settingsForSession(own)).hooks.ConfigChange[0].hooks;
    const decided = (file_path: string) =>
      execFileSync('/bin/sh', ['-c', settled], { input: JSON.stringify({ source: 'skills', file_path }) }).toString();
    expect(JSON.parse(decided('/repo/.claude/skills/a/SKILL.md'))).toMatchObject({ decision: 'block' });
    expect(decided("/o'n/.claude/skills/a/SKILL.md")).toBe('');
  });

  test('`claude -p` and the Agent SDK are left alone, unless Beckon started them', async () => {
    const environment = { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' };
    expect(await run('PermissionRequest', undefined, environment).ended).toEqual(silent);
    expect(stage.arrived).toEqual([]);
    const path = stage.endpoints.openFor(sessionId);
    await runHook(command('PreToolUse', path, 'own'), event('PreToolUse'), environment).ended;
    expect(stage.arrived).toHaveLength(1);
  });

  test('the secret is in no argument and no environment, and its file is the user’s alone', async () => {
    const [, , secret = '?', proof = '?'] = readFileSync(endpoint(), 'utf8').split(' ');
    const hook = run('PermissionRequest');
    const waiting = await stage.next('PermissionRequest');
    const visible = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${hook.process.pid}/${name}`, 'latin1'));
    expect(visible.join('')).not.toContain(secret);
    expect(visible.join('')).not.toContain(proof.trim());
    expect(statSync(endpoint()).mode & 0o777).toBe(0o600);
    waiting.reply(undefined);
    await hook.ended;
  });

  test('what the user has in BASH_ENV does not run', async () => {
    const file = join(stage.stateDir, 'env.sh');
    writeFileSync(file, 'echo noise');
    expect(await run('Stop', undefined, { BASH_ENV: file }).ended).toEqual(silent);
  });

  test('the endpoint is gone when the gateway is, and an old one opens nothing in a new one', async () => {
    const old = readFileSync(endpoint(), 'utf8');
    stage.endpoints[Symbol.dispose]();
    expect(existsSync(endpoint())).toBe(false);
    await using other = await HookStage.open();
    const [, pid, secret, proof] = old.trim().split(' ');
    writeFileSync(endpoint(), `${other.port} ${pid} ${secret} ${proof}\n`);
    expect(await run('Stop').ended).toEqual(silent);
    expect(other.troubles.map(({ code }) => code)).toEqual(['unauthorized']);
  });
});

describe('[L4] without a gateway that it can trust, nothing is printed and the hook ends with 0', () => {
  test('no endpoint, an empty one, a broken one', async () => {
    for (const text of [undefined, '', 'x', 'a[$(touch${IFS}/tmp/x)] 1 2 3\n']) {
      rmSync(endpoint(), { force: true });
      if (text !== undefined) writeFileSync(endpoint(), text);
      expect(await run('PermissionRequest').ended).toEqual(silent);
    }
    expect(stage.arrived).toEqual([]);
  });

  test('nobody listens', async () => {
    await stage.die();
    expect(await run('PermissionRequest').ended).toEqual(silent);
  });

  test('the gateway is dead and another process has its port', async () => {
    const gateway = spawn('true');
    await once(gateway, 'exit');
    writeFileSync(endpoint(), readFileSync(endpoint(), 'utf8').replace(` ${process.pid} `, ` ${gateway.pid} `));
    expect(await run('PermissionRequest').ended).toEqual(silent);
    expect(stage.arrived).toEqual([]);
  });

  test('the connection is cut while a person thinks, and whoever listens there next wants nothing of it', async () => {
    const hook = run('PermissionRequest');
    await stage.next('PermissionRequest');
    stage.cutConnections();
    (await stage.next('PermissionRequest', 2)).reply(undefined);
    expect(await hook.ended).toEqual(silent);
  });

  const body = JSON.stringify(allow);
  const head = (status: string, length: number | string, proof: string) =>
    `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\nBeckon-Proof: ${proof}\r\n\r\n`;
  test.each<[string, (proof: string) => string]>([
    ['breaks off in a header', (proof) => head('200 OK', body.length, proof).slice(0, -3)],
    ['breaks off before the answer', (proof) => head('200 OK', body.length, proof)],
    ['breaks off in the answer', (proof) => head('200 OK', body.length, proof) + body.slice(0, -1)],
    ['says more than it meant to', (proof) => `${head('200 OK', body.length, proof)}${body} `],
    ['gives no length', (proof) => `HTTP/1.1 200 OK\r\nBeckon-Proof: ${proof}\r\n\r\n${body}`],
    ['gives a length that is code', (proof) => head('200 OK', 'a[$(echo 1 >&2)]', proof) + body],
    ['refuses', (proof) => head('401 Unauthorized', body.length, proof) + body],
    ['fails', (proof) => head('500 Oops', body.length, proof) + body],
    ['does not know the proof', () => head('200 OK', body.length, 'guess') + body],
    ['has a pattern for a proof', () => head('200 OK', body.length, '*') + body],
    ['shows no proof', () => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
    ['speaks another protocol', () => `220 smtp ready\r\n\r\n${body}`],
  ])('the other end %s', async (_name, answer) => {
    const [port, pid, secret, proof = ''] = readFileSync(endpoint(), 'utf8').trim().split(' ');
    const answerAndClose = (socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer(proof)));
    };
    const server = createServer(answerAndClose);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const other = (server.address() as AddressInfo).port;
    expect(other).not.toBe(Number(port));
    writeFileSync(endpoint(), `${other} ${pid} ${secret} ${proof}\n`);
    expect(await run('PermissionRequest').ended).toEqual(silent);
    await new Promise((resolve) => server.close(resolve));
  });

  test('a gateway that hangs holds up no event but a PermissionRequest', async () => {
    const [, pid, secret, proof] = readFileSync(endpoint(), 'utf8').trim().split(' ');
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    writeFileSync(endpoint(), `${(server.address() as AddressInfo).port} ${pid} ${secret} ${proof}\n`);
    expect(await run('PreToolUse').ended).toEqual(silent);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the script itself', () => {
  const copy = () => join(stage.stateDir, 'copy.sh');
  beforeEach(() => copyFileSync(stage.program.scriptPath, copy()));

  test('is the one that Beckon came with, and not in the state directory', () => {
    expect(checkedHookScript(copy())).toBe(copy());
    expect(stage.program.scriptPath.startsWith(stage.stateDir)).toBe(false);
    expect(existsSync(join(stage.stateDir, 'beckon-hook'))).toBe(false);
  });

  test.each<[string, (path: string) => void]>([
    ['has been changed', (path) => appendFileSync(path, 'true\n')],
    ['can be written by everybody', (path) => chmodSync(path, 0o757)],
    ['cannot be read', (path) => rmSync(path)],
    ['cannot be read', (path) => (rmSync(path), symlinkSync(stage.program.scriptPath, path))],
    ['is not a file', (path) => (rmSync(path), mkdirSync(path))],
    ...(process.getuid?.() === 0
      ? [
          ['belongs to another user', (path: string) => chownSync(path, 12345, 12345)] as [
            string,
            (path: string) => void,
          ],
        ]
      : []),
  ])('is refused where it %s: %#', (why, spoil) => {
    spoil(copy());
    expect(() => checkedHookScript(copy())).toThrow(why);
  });
});
