// An agent's life and death with the real SDK and the real CLI: how it starts and fails to, plans, comes back, is killed
// and is closed.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { call, say } from '@beckon/demo-model';
import { BeckonError } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundledClaude } from '../support/claudeInTmux.ts';
import { RecordingHost } from '../support/recordingHost.ts';
import { agentPids, SdkAgents, type StartOptions } from '../support/sdkAgents.ts';

const bash = (command: string) => call('Bash', { command, description: 'A test' });

let agents: SdkAgents;
beforeAll(async () => {
  agents = await SdkAgents.open();
});
afterAll(() => agents[Symbol.asyncDispose]());

const file = (name: string) => agents.workspace.at(name);
const conversation = () => JSON.stringify(agents.model.requests.findLast(({ tools }) => tools.length > 0)?.messages);

describe('a plan', () => {
  const plan = '# The plan\n\n1. Write a file';
  const write = (name: string) => call('Write', { file_path: file(name), content: 'planned' });

  test('[C5] is shown, sent back with feedback, then approved into the mode that was chosen', async () => {
    const { host, play, idle, agent } = await agents.start({ permissionMode: 'plan' });
    play(
      {
        blocks: [call('ExitPlanMode', { plan })],
        whenDenied: [call('ExitPlanMode', { plan: `${plan}, and test it` })],
      },
      { blocks: [write('planned.txt')] },
      { blocks: [say('Done.')] },
    );
    const first = await host.nextAsk();
    expect(first.ask).toMatchObject({ kind: 'plan', plan, toolName: 'ExitPlanMode' });
    first.answer({ type: 'deny', message: 'Test it too.' });
    const second = await host.until(() => host.openAsks.find(({ ask }) => ask !== first.ask));
    expect(conversation()).toContain('Test it too.');
    expect(second.ask).toMatchObject({ kind: 'plan', plan: `${plan}, and test it` });
    second.answer({ type: 'approve', permissionMode: 'acceptEdits' });
    await idle();
    expect(host.status.permissionMode).toBe('acceptEdits');
    expect(host.asks).toHaveLength(2);
    expect(existsSync(file('planned.txt'))).toBe(true);
    await agent.close();
  });

  test('that is approved without a choice grants nothing else', async () => {
    const { host, play, agent } = await agents.start({ permissionMode: 'plan' });
    play({ blocks: [call('ExitPlanMode', { plan })] }, { blocks: [write('unasked.txt')] }, { blocks: [say('Done.')] });
    (await host.nextAsk()).answer({ type: 'approve' });
    const asked = await host.until(() => host.openAsks[0]);
    expect(asked.ask).toMatchObject({ kind: 'approval', toolName: 'Write' });
    expect(host.status.permissionMode).toBe('default');
    expect(existsSync(file('unasked.txt'))).toBe(false);
    await agent.close();
  });
});

test('an agent that was closed comes back and remembers, and its first turn costs only itself', async () => {
  const usage = { input_tokens: 500, output_tokens: 5 };
  const first = await agents.start();
  first.play({ blocks: [say('The word is fig.')], usage });
  await first.idle();
  await first.agent.close();
  expect(first.host.ends).toEqual([]);

  const again = await agents.start({ sessionId: first.sessionId, conversation: 'kept' });
  again.play({ blocks: [say('Still fig.')], usage });
  await again.idle();
  expect(conversation()).toContain('The word is fig.');
  expect(again.host.dones).toMatchObject([{ outcome: 'complete', usage: { inputTokens: 500, outputTokens: 5 } }]);
  expect(again.host.parts('text').map(({ text }) => text)).toEqual(['Still fig.']);
  await again.agent.close();
});

test('an agent that died before it had kept anything begins anew under the same id', async () => {
  const { sessionId, agent, play, idle, host } = await agents.start({ conversation: 'kept-or-new' });
  play({ blocks: [say('Here after all.')] });
  await idle();
  expect(host.parts('text').map(({ text }) => text)).toEqual(['Here after all.']);
  await agent.close();
  expect(agentPids(sessionId)).toEqual([]);
});

test('an agent’s own tools cannot read or change what is private, and nobody is asked to let them', async () => {
  const token = file('state [1]/token');
  mkdirSync(dirname(token));
  writeFileSync(token, 'nobody’s business');
  const privateFolder = { path: dirname(token), names: [] };
  const { agent, play, idle, host } = await agents.start({ privateFolder });
  play(
    { blocks: [call('Read', { file_path: token })], whenFailed: [] },
    { blocks: [call('Write', { file_path: token, content: 'mine' })], whenFailed: [] },
    { blocks: [say('Done.')] },
  );
  await idle();
  expect(host.asks).toEqual([]);
  expect(JSON.stringify(host.events)).not.toContain('nobody’s business');
  expect(readFileSync(token, 'utf8')).toBe('nobody’s business');
  await agent.close();
});

test('[T5] a CLI that is killed while it waits: the house hears of the death before of its ask, and once', async () => {
  const { host, play, sessionId, agent } = await agents.start();
  play({ blocks: [bash('touch killed.txt')] }, { blocks: [say('Never said.')] });
  const ask = await host.nextAsk();
  for (const pid of agentPids(sessionId)) process.kill(pid, 'SIGKILL');
  await host.until(() => host.ends.length > 0);
  expect(ask.state).toBe('agent_gone');
  expect(host.ends).toMatchObject([{ reason: 'agent_gone', message: expect.stringContaining('SIGKILL') }]);
  expect(existsSync(file('killed.txt'))).toBe(false);
  await expect(agent.interrupt()).rejects.toMatchObject({ code: 'agent_unavailable' });
  await agent.close();
  expect(host.ends).toHaveLength(1);
});

test('[L7] a CLI that says what nobody understands while it waits: it is ended, and nobody is said to have interrupted it', async () => {
  const sign = file('say-it');
  const claudePath = file('claude-that-babbles');
  const babble = JSON.stringify({ type: 'system', subtype: 'background_tasks_changed' });
  const babbling = `( until [ -e '${sign}' ]; do sleep 0.05; done; echo '${babble}' ) &`;
  writeFileSync(claudePath, `#!/bin/bash\n${babbling}\nexec '${bundledClaude}' "$@"\n`, { mode: 0o755 });
  const { host, play, sessionId } = await agents.start({ claudePath });
  play({ blocks: [bash('touch babbled.txt')] });
  const ask = await host.nextAsk();
  writeFileSync(sign, '');
  await host.until(() => host.ends.length > 0);
  expect(ask.state).toBe('agent_gone');
  expect(host.ends).toMatchObject([{ message: expect.stringContaining('could not follow') }]);
  expect(agentPids(sessionId)).toEqual([]);
  expect(existsSync(file('babbled.txt'))).toBe(false);
});

test('[L4] an answer that comes after the kill runs nothing', async () => {
  const { host, play, sessionId, agent } = await agents.start();
  play({ blocks: [bash('touch too-late.txt')] });
  const ask = await host.nextAsk();
  for (const pid of agentPids(sessionId)) process.kill(pid, 'SIGKILL');
  ask.answer({ type: 'approve' });
  await host.until(() => host.ends.length > 0);
  await agent.close();
  expect(existsSync(file('too-late.txt'))).toBe(false);
});

test('[G13] closing while asks are open leaves no process, no wait, and runs nothing', async () => {
  const { host, play, sessionId, agent } = await agents.start();
  play({ blocks: [bash('touch closed.txt')] });
  const ask = await host.nextAsk();
  expect(agentPids(sessionId)).toHaveLength(1);
  await agent.close();
  expect(agentPids(sessionId)).toEqual([]);
  expect(ask.state).toBe('interrupted');
  expect(existsSync(file('closed.txt'))).toBe(false);
  expect(host.ends).toEqual([]);
});

test('closing while a command runs ends the command too', async () => {
  const { host, play, sessionId, agent } = await agents.start();
  play({ blocks: [bash('echo $$ > pid.txt; tail -f /dev/null')] });
  (await host.nextAsk()).answer({ type: 'approve' });
  const pid = await until(() => existsSync(file('pid.txt')) && Number(readText('pid.txt')));
  await agent.close();
  expect(agentPids(sessionId)).toEqual([]);
  await until(() => !isAlive(pid));
});

describe('an agent that cannot start says what to do, and leaves nothing running', () => {
  const script = (name: string, text: string) => {
    writeFileSync(file(name), `#!/bin/sh\n${text}\n`);
    chmodSync(file(name), 0o755);
    return file(name);
  };

  test.each<[string, () => StartOptions, RegExp]>([
    ['missing', () => ({ claudePath: '/nowhere/claude' }), /\/nowhere\/claude is missing or cannot be run/],
    ['no program', () => ({ claudePath: notExecutable() }), /is missing or cannot be run/],
    ['dies', () => ({ claudePath: script('dies', 'echo "bad config" >&2; exit 1') }), /stopped as soon.*“bad config”/],
    [
      'speaks late',
      () => ({ claudePath: script('late', '(sleep 0.1; echo "bad config" >&2) & exit 1') }),
      /“bad config”/,
    ],
    ['ends', () => ({ claudePath: script('ends', 'exit 0') }), /stopped as soon/],
    ['hangs', () => ({ claudePath: script('hangs', 'exec tail -f /dev/null'), startTimeoutMs: 300 }), /not get ready/],
    ['no such conversation', () => ({ conversation: 'kept' }), /keeps no conversation.*Start a new session/],
  ])('%s', async (_, options, sentence) => {
    const host = new RecordingHost();
    const sessionId = randomUUID();
    const failure = await agents.start({ sessionId, ...options() }, host).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(BeckonError);
    expect(failure).toMatchObject({ code: 'agent_unavailable', message: expect.stringMatching(sentence) });
    expect(agentPids(sessionId)).toEqual([]);
    expect(host.ends).toEqual([]);
  });

  test('no folder', async () => {
    await expect(agents.start({ cwd: '/nowhere' })).rejects.toMatchObject({ code: 'folder_not_found' });
  });

  function notExecutable(): string {
    writeFileSync(file('plain.txt'), 'not a program');
    return file('plain.txt');
  }
});

function readText(name: string): string {
  return existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** For what happens outside of the driver's sight. */
const until = <T>(condition: () => T) => vi.waitUntil(condition, { timeout: 10_000, interval: 20 });
