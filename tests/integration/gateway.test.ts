// The whole road with the real agent: it asks, a person answers through a transport, it goes on; over HTTP and within
// the process alike.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DemoModel } from '@beckon/demo-model';
import {
  call,
  featuredScenarios,
  say,
  scratchWorkspaceFiles,
  scriptedPrompt,
  startDemoModel,
} from '@beckon/demo-model';
import type { Ask, Session, Transport } from '@beckon/protocol';
import { HttpTransport, openAsks, sessionOf } from '@beckon/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../packages/gateway/src/clock.ts';
import { systemClock } from '../../packages/gateway/src/clock.ts';
import { createSdkDriver } from '../../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import type { Limits } from '../../packages/gateway/src/house.ts';
import { agentPids } from '../support/sdkAgents.ts';
import { serveOnLoopback, token } from '../support/serveOnLoopback.ts';
import type { TempFolder } from '../support/tempFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { TestClock } from '../support/testClock.ts';
import { Watcher } from '../support/watcher.ts';

let folder: TempFolder;
let model: DemoModel;
beforeEach(async () => {
  folder = tempFolder();
  for (const [name, content] of Object.entries(scratchWorkspaceFiles)) {
    mkdirSync(dirname(folder.at(`work/${name}`)), { recursive: true });
    writeFileSync(folder.at(`work/${name}`), content);
  }
  mkdirSync(folder.at('home'));
  model = await startDemoModel();
});
afterEach(async () => {
  await model.close();
  folder[Symbol.dispose]();
});

const minute = 60_000;
const inWorkspace = (name: string) => folder.at(`work/${name}`);

function open(limits: Partial<Limits> = {}, clock: Clock = systemClock): Promise<Gateway> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder.at('home'),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'sk-ant-made-up-for-tests-0000000000',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  return openGateway({
    drivers: [createSdkDriver({ env })],
    about: { version: '0', defaultCwd: folder.at('work') },
    databasePath: folder.at('beckon.db'),
    limits,
    clock,
  });
}

/** Answers an ask as a person in a hurry would: yes, the first option, the plan as it is. */
function sayYes(transport: Transport, ask: Ask): Promise<void> {
  const { sessionId, toolCallId, id: askId } = ask;
  if (ask.kind !== 'question') return transport.approveTool(sessionId, { toolCallId, askId });
  const answers = Object.fromEntries(
    ask.questions.map(({ options, multiSelect }, index) => {
      const label = options[0]?.label ?? 'Up to you';
      return [String(index), multiSelect ? JSON.stringify([label]) : label];
    }),
  );
  return transport.submitAnswers(sessionId, { toolCallId, askId, answers });
}

/** Says yes to whatever is asked until the turn is over. */
async function playThrough(transport: Transport, watcher: Watcher, { id }: Session): Promise<Ask[]> {
  const answered: Ask[] = [];
  for (;;) {
    const ask = await watcher.until((view) => {
      const isDone = watcher.events.some((event) => event.type === 'done' && event.sessionId === id);
      if (isDone && view.sessions[id]?.state === 'user_turn') return 'done' as const;
      return openAsks(view).find(({ id: askId }) => !answered.some((known) => known.id === askId));
    });
    if (ask === 'done') return answered;
    answered.push(ask);
    await sayYes(transport, ask);
  }
}

describe('every starting point of the demo, from prompt to end of turn', () => {
  const asksExpected: Record<string, Ask['kind'][]> = {
    'run-command': ['approval'],
    'write-file': ['approval'],
    'edit-file': ['approval'],
    question: ['question'],
    'questions-several': ['question'],
    plan: ['plan', 'approval'],
    subagents: ['approval', 'approval', 'approval'],
    'plain-talk': [],
    'long-answer': [],
  };
  const played = featuredScenarios.filter(({ id }) => id !== 'slow-stream');

  test.each(played)('$id', async ({ id: scenario, prompt, permissionMode }) => {
    await using gateway = await open();
    const transport = gateway.connect('this test');
    using watcher = new Watcher(transport);
    const mode = permissionMode && { permissionMode };
    const session = await transport.createSession({ cwd: folder.at('work'), prompt, ...mode });
    await watcher.until((view) => view.sessions[session.id]);
    await watcher.open(session.id);

    const asks = await playThrough(transport, watcher, session);
    const kinds = asks.map(({ kind }) => kind);
    expect(kinds.slice(0, asksExpected[scenario]?.length)).toEqual(asksExpected[scenario]);
    for (const { toolCallId } of asks) {
      expect(watcher.stepsOf(toolCallId)).toEqual(['open', 'answered', 'delivered', 'settled']);
    }

    // [L6] What the stream has added up to is what whoever comes later reads.
    const { messages } = await transport.listMessages(session.id, { limit: 200 });
    expect(watcher.view.conversations[session.id]?.conversation?.messages).toEqual(messages);
    expect(messages[0]).toMatchObject({ role: 'user', parts: [{ type: 'text', text: prompt }] });
    const calls = messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool_call'));
    expect(calls.map(({ status }) => status)).not.toContain('running');
    expect(calls.filter(({ interactiveType }) => interactiveType)).toHaveLength(asks.length);
    expect((await transport.getSession(session.id)).usage.outputTokens).toBeGreaterThan(0);
    expect(await transport.listAsks()).toEqual({ asks: [] });
  });
});

test('over HTTP: approve with a changed input, deny with a reason, each seen by its effect', async () => {
  await using gateway = await open();
  await using server = await serveOnLoopback(gateway, { webRoot: folder.path });
  const transport = new HttpTransport({ baseUrl: server.url, token });
  using watcher = new Watcher(transport);
  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: 'echo one > first.txt' })] },
    { blocks: [call('Bash', { command: 'echo two > second.txt' })], whenDenied: [say('You said: {{reason}}')] },
  ]);
  const { id } = await transport.createSession({ cwd: folder.at('work'), prompt });

  const first = await watcher.nextAsk();
  expect(first.input).toMatchObject({ command: 'echo one > first.txt' });
  await transport.approveTool(id, {
    toolCallId: first.toolCallId,
    updatedInput: { ...first.input, command: 'echo changed > first.txt' },
  });
  const second = await watcher.nextAsk(first);
  expect(readFileSync(inWorkspace('first.txt'), 'utf8')).toBe('changed\n');
  await transport.denyTool(id, { toolCallId: second.toolCallId, message: 'Not on a Sunday.' });
  await watcher.until(() => watcher.count('done') === 1);
  expect(existsSync(inWorkspace('second.txt'))).toBe(false);
  const { messages } = await transport.listMessages(id);
  expect(JSON.stringify(messages)).toContain('You said: Not on a Sunday.');
});

test('[G6] with a limit and nobody there, the agent is told so and nothing runs', async () => {
  const clock = new TestClock();
  await using gateway = await open({ ask: { outcome: 'deny', afterMs: 10 * minute } }, clock);
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: 'touch late.txt' })], whenDenied: [say('I heard: {{reason}}')] },
  ]);
  const { id } = await transport.createSession({ cwd: folder.at('work'), prompt });
  const ask = await watcher.nextAsk();
  expect(ask.expiresAt).toBe(ask.createdAt + 10 * minute);
  clock.advance(10 * minute);
  await watcher.until(() => watcher.count('done') === 1);
  expect(watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'withdrawn']);
  expect(existsSync(inWorkspace('late.txt'))).toBe(false);
  expect(JSON.stringify((await transport.listMessages(id)).messages)).toContain('did not respond in time');
  await expect(transport.approveTool(id, { toolCallId: ask.toolCallId })).rejects.toMatchObject({
    code: 'ask_withdrawn',
    ask: { withdrawalReason: 'expired' },
  });
});

test('[T6] an idle agent is ended and comes back with the next message; one that waits is left alone', async () => {
  const clock = new TestClock();
  await using gateway = await open({ idleAfterMs: 30 * minute, ask: { outcome: 'wait' } }, clock);
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const { id } = await transport.createSession({
    cwd: folder.at('work'),
    prompt: scriptedPrompt([{ blocks: [say('The word is plum.')] }]),
  });
  const turnsEnded = (count: number) =>
    watcher.until(({ sessions }) => watcher.count('done') === count && sessions[id]?.state === 'user_turn');
  const isEnded = () => watcher.until((view) => view.sessions[id]?.end?.reason === 'idle');
  await turnsEnded(1);
  clock.advance(30 * minute);
  await isEnded();
  await expect.poll(() => agentPids(id)).toEqual([]);

  const waiting = scriptedPrompt([
    { blocks: [call('Bash', { command: 'touch waited.txt' })] },
    { blocks: [say('Ok.')] },
  ]);
  await transport.sendMessage(id, { content: waiting });
  const ask = await watcher.nextAsk();
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('The word is plum.');
  clock.advance(24 * 60 * minute);
  expect(await transport.getSession(id)).toMatchObject({ state: 'assistant_turn', asks: [{ id: ask.id }] });
  await transport.approveTool(id, { toolCallId: ask.toolCallId });
  await turnsEnded(2);
  clock.advance(30 * minute);
  await isEnded();
  expect(existsSync(inWorkspace('waited.txt'))).toBe(true);
});

test('[G13] closing the gateway while asks are open parks them and leaves no process', async () => {
  const gateway = await open();
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const { id } = await transport.createSession({
    cwd: folder.at('work'),
    prompt: 'Review the README, the notes and the code in parallel',
  });
  await watcher.until((view) => openAsks(view).length === 3);
  await gateway.close();
  expect(agentPids(id)).toEqual([]);

  await using again = await open();
  const later = again.connect('this test');
  const { asks } = await later.listAsks();
  const orphaned = { reason: 'gateway_stopped', isOrphaned: true };
  expect(asks.map(({ parked }) => parked)).toMatchObject([orphaned, orphaned, orphaned]);
  expect(await later.getSession(id)).toMatchObject({ state: 'dead', end: { reason: 'parked' } });
});

test('[G6] a wait that is too long is parked: no process is left, and the answer makes that call run', async () => {
  const clock = new TestClock();
  await using gateway = await open({ ask: { outcome: 'park', afterMs: 10 * minute } }, clock);
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: 'echo once >> parked.txt' })] },
    { blocks: [say('Ok.')] },
  ]);
  const { id } = await transport.createSession({ cwd: folder.at('work'), prompt });
  const ask = await watcher.nextAsk();
  const calls = model.requests.length;
  clock.advance(10 * minute);
  await watcher.until((view) => sessionOf(view, id)?.asks[0]?.parked);
  await expect.poll(() => agentPids(id)).toEqual([]);
  await transport.approveTool(id, { toolCallId: ask.toolCallId });
  await watcher.until(({ sessions }) => watcher.count('done') === 1 && sessions[id]?.state === 'user_turn');
  expect(readFileSync(inWorkspace('parked.txt'), 'utf8')).toBe('once\n');
  expect(model.requests).toHaveLength(calls + 1);
  expect(watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'answered', 'delivered', 'settled']);
});

test('[G6] one that has a command running in the background is not parked', async () => {
  const clock = new TestClock();
  await using gateway = await open({ ask: { outcome: 'park', afterMs: 10 * minute } }, clock);
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const prompt = scriptedPrompt([
    { blocks: [call('Bash', { command: 'tail -f /dev/null', run_in_background: true })] },
    { blocks: [call('Bash', { command: 'touch later.txt' })] },
    { blocks: [say('Ok.')] },
  ]);
  const { id } = await transport.createSession({ cwd: folder.at('work'), prompt });
  const first = await watcher.nextAsk();
  await transport.approveTool(id, { toolCallId: first.toolCallId });
  const ask = await watcher.nextAsk(first);
  clock.advance(10 * minute);
  expect(agentPids(id)).toHaveLength(1);
  await transport.approveTool(id, { toolCallId: ask.toolCallId });
  await watcher.until(() => watcher.count('done') === 1);
  expect(existsSync(inWorkspace('later.txt'))).toBe(true);
});

test('with room for one agent, two sessions that wait for their person take turns, and each call runs once', async () => {
  await using gateway = await open({ maxAgents: 1 });
  const transport = gateway.connect('this test');
  using watcher = new Watcher(transport);
  const begin = (name: string) =>
    transport.createSession({
      cwd: folder.at('work'),
      prompt: scriptedPrompt([
        { blocks: [call('Bash', { command: `echo once >> ${name}.txt` })] },
        { blocks: [say('Ok.')] },
      ]),
    });
  const first = await begin('first');
  const firstAsk = await watcher.nextAsk();
  const second = await begin('second');
  const secondAsk = await watcher.nextAsk(firstAsk);
  const areRunning = () => [first, second].filter(({ id }) => agentPids(id).length > 0).map(({ id }) => id);
  expect(areRunning()).toEqual([second.id]);

  const approve = async ({ sessionId, toolCallId }: Ask, name: string) => {
    await transport.approveTool(sessionId, { toolCallId });
    await watcher.until((view) => view.sessions[sessionId]?.state === 'user_turn');
    expect(readFileSync(inWorkspace(`${name}.txt`), 'utf8')).toBe('once\n');
    expect(areRunning()).toEqual([sessionId]);
  };
  await approve(firstAsk, 'first');
  expect(openAsks(watcher.view)).toMatchObject([{ id: secondAsk.id, phase: 'parked' }]);
  await approve(secondAsk, 'second');
  expect(await transport.listAsks()).toEqual({ asks: [] });
});
