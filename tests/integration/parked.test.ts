// An ask outlives its agent and its gateway: the real gateway as a process, killed; the real agent on the SDK, killed; and
// the answer, whenever it comes, makes that very call run.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Block, DemoModel, Scenario, Turn } from '@beckon/demo-model';
import { call, say, scenarios, scriptedPrompt, startDemoModel } from '@beckon/demo-model';
import type { Ask } from '@beckon/protocol';
import { sessionOf } from '@beckon/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectFolderName } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import type { Beckon } from '../support/beckon.ts';
import { startBeckon } from '../support/beckon.ts';
import { agentPids } from '../support/sdkAgents.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { Watcher } from '../support/watcher.ts';

let model: DemoModel;
let beckon: Beckon;
let watcher: Watcher;
const folder = tempFolder();

/** Whether a model that is told of an outage has one. */
let isOut = false;
const outage: Scenario = {
  id: 'outage',
  title: 'A no that meets an outage',
  description: '',
  prompt: '',
  matches: /^Before you were interrupted.*My answer is no. Mind the outage/s,
  turns: () => [
    isOut
      ? { blocks: [], error: { status: 400, type: 'invalid_request_error', message: 'Nobody is here' } }
      : { blocks: [say('Then not.')] },
  ],
};

beforeAll(async () => {
  model = await startDemoModel({ scenarios: [outage, ...scenarios] });
  beckon = await startBeckon({ modelUrl: model.url });
  watcher = new Watcher(beckon.transport);
});
afterEach(async () => {
  for (const { id } of (await beckon.transport.listSessions()).sessions) await beckon.transport.deleteSession(id);
});
afterAll(async () => {
  watcher[Symbol.dispose]();
  await beckon[Symbol.asyncDispose]();
  await model.close();
  folder[Symbol.dispose]();
});

let count = 0;
/** A command that leaves one line for each time it ran. */
function marking(): { block: Block; runs: () => number; command: string } {
  const file = join(folder.path, `ran-${count++}.txt`);
  const command = `echo ran >> ${file}`;
  const runs = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0);
  return { block: call('Bash', { command, description: 'Leave a mark' }), runs, command };
}

async function begin(...turns: Turn[]): Promise<{ id: string; ask: Ask }> {
  const { id } = await beckon.transport.createSession({ cwd: folder.path, prompt: scriptedPrompt(turns) });
  const ask = await openAskOf(id);
  return { id, ask };
}

const openAskOf = (id: string, isWanted: (ask: Ask) => unknown = () => true): Promise<Ask> =>
  watcher.until((view) => sessionOf(view, id)?.asks.find(isWanted));
/** Resolves once the ask, as the gateway has it, is like that. */
async function becomes(ask: Ask, like: Partial<Ask>): Promise<void> {
  const current = async () => (await beckon.transport.getAsk(ask.id)).ask;
  await expect.poll(current, { timeout: 20_000 }).toMatchObject(like);
}

const transcriptHas = async (id: string, text: string) => {
  const path = join(beckon.stateDir, 'home', '.claude', 'projects', projectFolderName(folder.path), `${id}.jsonl`);
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8').includes(text)).toBe(true);
};

const modelCalls = () => model.requests.length;

const finished = { blocks: [say('all done')] };

async function crashAndRestart(id: string): Promise<void> {
  await beckon.crash();
  await expect.poll(() => agentPids(id), { timeout: 10_000 }).toEqual([]);
  await beckon.restart();
}

const conversation = async (id: string) => JSON.stringify((await beckon.transport.listMessages(id)).messages);
const turnEnded = (id: string) => watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');

describe('[L2] [L4] the gateway is killed while a call waits: the ask is there again, open and parked', () => {
  test('approved, that very call runs, once, with no model call before', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    const calls = modelCalls();
    await crashAndRestart(id);
    expect(modelCalls()).toBe(calls);
    const parked = await openAskOf(id, (found) => found.parked);
    expect(parked).toMatchObject({ id: ask.id, toolCallId: ask.toolCallId, input: ask.input, state: 'open' });
    expect(parked.parked).toMatchObject({ reason: 'gateway_stopped', isOrphaned: false });
    expect(agentPids(id)).toEqual([]);

    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId, askId: ask.id });
    await becomes(ask, { state: 'settled', toolCallId: ask.toolCallId });
    expect(mark.runs()).toBe(1);
    await turnEnded(id);
    expect(modelCalls()).toBe(calls + 1);
    expect(await conversation(id)).toContain('all done');
  });

  test.each(['is killed', 'is stopped'])(
    'a message that is queued behind it is read, though the gateway %s',
    async (end) => {
      const mark = marking();
      const { id, ask } = await begin({ blocks: [mark.block] }, finished);
      const content = scriptedPrompt([{ blocks: [say('I read that, too.')] }]);
      await beckon.transport.sendMessage(id, { content });
      await transcriptHas(id, '"operation":"enqueue"');
      if (end === 'is stopped') await beckon.stop();
      else await beckon.crash();
      await beckon.restart();
      await openAskOf(id, (found) => found.parked);
      expect((await beckon.transport.getSession(id)).unread).toHaveLength(1);

      await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId, askId: ask.id });
      await becomes(ask, { state: 'settled' });
      await turnEnded(id);
      expect(mark.runs()).toBe(1);
      expect(await conversation(id)).toContain('I read that, too.');
      const { messages } = await beckon.transport.listMessages(id);
      expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2);
      expect((await beckon.transport.getSession(id)).unread).toBeUndefined();
    },
  );

  test('what the agent had read is not sent again, though it read two messages as one', async () => {
    const { id } = await beckon.transport.createSession({
      cwd: folder.path,
      prompt: scriptedPrompt([{ blocks: [say('word by word, '.repeat(30))], pace: { chunkChars: 8, delayMs: 40 } }]),
    });
    await watcher.until(({ sessions }) => sessions[id]?.state === 'assistant_turn');
    const mark = marking();
    await beckon.transport.sendMessage(id, { content: 'Remember the milk.' });
    await beckon.transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [mark.block] }, finished]) });
    const ask = await openAskOf(id);
    await transcriptHas(id, ask.toolCallId);
    await transcriptHas(id, 'mergedSendUuids');
    await crashAndRestart(id);
    await openAskOf(id, (found) => found.parked);
    expect((await beckon.transport.getSession(id)).unread).toBeUndefined();
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    await turnEnded(id);
    expect(JSON.stringify(model.requests.at(-1)).split('Remember the milk.')).toHaveLength(2);
  });

  test('denied, nothing runs, and the model reads why', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    await crashAndRestart(id);
    await beckon.transport.denyTool(id, { toolCallId: ask.toolCallId, message: 'not on a Sunday' });
    await becomes(ask, { state: 'settled' });
    await turnEnded(id);
    expect(mark.runs()).toBe(0);
    expect(await conversation(id)).toContain('not on a Sunday');
  });

  test('[L5] denied, nothing runs, also where the mode was switched to one that would not have asked', async () => {
    const { id, ask } = await begin({ blocks: [call('Bash', { command: 'touch by-mode.txt', description: 'x' })] });
    await crashAndRestart(id);
    await beckon.transport.updateSession(id, { permissionMode: 'acceptEdits' });
    await beckon.transport.denyTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    expect(existsSync(folder.at('by-mode.txt'))).toBe(false);
  });

  test('[L5] the same where its person has turned all hooks off in settings of their own: Beckon’s guard is none', async () => {
    const settings = join(beckon.stateDir, 'home', '.claude', 'settings.json');
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify({ disableAllHooks: true }));
    const { id, ask } = await begin({ blocks: [call('Bash', { command: 'touch unhooked.txt', description: 'x' })] });
    await crashAndRestart(id);
    await beckon.transport.updateSession(id, { permissionMode: 'acceptEdits' });
    await beckon.transport.denyTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    rmSync(settings);
    expect(existsSync(folder.at('unhooked.txt'))).toBe(false);
  });

  test('a question’s answers reach the agent', async () => {
    const options = [
      { label: 'Blue', description: 'b' },
      { label: 'Red', description: 'r' },
    ];
    const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
    const { id, ask } = await begin(
      { blocks: [call('AskUserQuestion', { questions })] },
      { blocks: [say('{{answers}}')] },
    );
    await crashAndRestart(id);
    await beckon.transport.submitAnswers(id, { toolCallId: ask.toolCallId, answers: { '0': 'Red' } });
    await becomes(ask, { state: 'settled' });
    await turnEnded(id);
    expect(await conversation(id)).toContain('Red');
  });

  test('a plan is accepted into the mode that was chosen', async () => {
    const { transport } = beckon;
    const plan = { blocks: [call('ExitPlanMode', { plan: 'First this, then that.' })] };
    const prompt = scriptedPrompt([plan, finished]);
    const { id } = await transport.createSession({ cwd: folder.path, prompt, permissionMode: 'plan' });
    const ask = await openAskOf(id);
    await crashAndRestart(id);
    expect(await openAskOf(id, (found) => found.parked)).toMatchObject({ id: ask.id, plan: 'First this, then that.' });
    await transport.approveTool(id, { toolCallId: ask.toolCallId, permissionMode: 'acceptEdits' });
    await becomes(ask, { state: 'settled' });
    await watcher.until(({ sessions }) => sessions[id]?.permissionMode === 'acceptEdits');
  });

  test('of two calls in one message the second comes back, and the first is not made again', async () => {
    const [first, second] = [marking(), marking()];
    const { id, ask } = await begin({ blocks: [first.block, second.block] }, finished);
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    const next = await openAskOf(id, (found) => found.id !== ask.id);
    await becomes(ask, { state: 'settled' });
    await crashAndRestart(id);
    await beckon.transport.approveTool(id, { toolCallId: next.toolCallId });
    await becomes(next, { state: 'settled' });
    await turnEnded(id);
    expect([first.runs(), second.runs()]).toEqual([1, 1]);
  });

  test('of two calls in one message the first comes back', async () => {
    const [first, second] = [marking(), marking()];
    const { id, ask } = await begin({ blocks: [first.block, second.block] }, finished);
    await crashAndRestart(id);
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    expect([first.runs(), second.runs()]).toEqual([1, 0]);
  });

  test('again and again, also in the middle of coming back', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    await crashAndRestart(id);
    // Brought back by a message, the same ask waits with an agent again.
    await beckon.transport.sendMessage(id, { content: 'are you there?' });
    await openAskOf(id, (found) => !found.parked);
    await crashAndRestart(id);
    expect(await openAskOf(id, (found) => found.parked)).toMatchObject({ id: ask.id });
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    expect(mark.runs()).toBe(1);
  });

  test('given up, it is withdrawn, and the next message goes on without it', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    await crashAndRestart(id);
    await beckon.transport.interrupt(id);
    await becomes(ask, { state: 'withdrawn', withdrawalReason: 'given_up' });
    await beckon.transport.sendMessage(id, { content: scriptedPrompt([finished]) });
    await turnEnded(id);
    expect(mark.runs()).toBe(0);
  });
});

describe('[L2] the gateway is stopped in good order while a call waits', () => {
  test('the ask is parked, and its answer makes that call run', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    expect((await beckon.transport.listAsks()).asks).toHaveLength(1);
    await beckon.stop();
    await expect.poll(() => beckon.printed).toContain('1 ask is parked: its answer brings the agent back');
    expect(agentPids(id)).toEqual([]);
    await beckon.restart();
    await expect.poll(() => beckon.printed).toContain('1 ask waits for your answer.');
    expect((await openAskOf(id, (found) => found.parked)).parked).toMatchObject({ isOrphaned: false });
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    expect(mark.runs()).toBe(1);
  });
});

describe('the agent is killed', () => {
  const kill = async (id: string) => {
    for (const pid of agentPids(id)) process.kill(pid, 'SIGKILL');
    await watcher.until(({ sessions }) => sessions[id]?.state === 'dead');
  };

  /** A subagent waited; what it asked is orphaned. */
  const killedWithSubagent = async () => {
    const mark = marking();
    const inner = scriptedPrompt([{ blocks: [mark.block] }, { blocks: [say('sub done')] }]);
    const agent = call('Agent', { description: 'sub', prompt: inner, subagent_type: 'general-purpose' });
    const { id, ask } = await begin({ blocks: [agent] }, finished);
    expect(ask.agentId).toBeDefined();
    await kill(id);
    await openAskOf(id, (found) => found.parked?.isOrphaned);
    return { mark, id, ask };
  };

  test('[T5] while a call waits: the ask stays, parked, and its answer makes that call run', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    await transcriptHas(id, ask.toolCallId);
    await kill(id);
    expect((await openAskOf(id, (found) => found.parked)).parked).toMatchObject({ reason: 'agent_gone' });
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    expect(mark.runs()).toBe(1);
  });

  test('[L4] while an approved command runs: it is not run again, and nobody says that it succeeded', async () => {
    const mark = marking();
    const slow = call('Bash', { command: `${mark.command}; sleep 30`, description: 'Slow' });
    const { id, ask } = await begin({ blocks: [slow] }, finished);
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await expect.poll(mark.runs, { timeout: 10_000 }).toBe(1);
    await kill(id);
    await becomes(ask, { state: 'withdrawn', withdrawalReason: 'outcome_unknown' });
    await beckon.transport.sendMessage(id, { content: scriptedPrompt([finished]) });
    await turnEnded(id);
    expect(mark.runs()).toBe(1);
  });

  test('[L4] while a command runs that had come back: it does not come back once more', async () => {
    const mark = marking();
    const slow = call('Bash', { command: `${mark.command}; sleep 30`, description: 'Slow' });
    const { id, ask } = await begin({ blocks: [slow] }, finished);
    await crashAndRestart(id);
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await expect.poll(mark.runs, { timeout: 10_000 }).toBe(1);
    await kill(id);
    await becomes(ask, { state: 'withdrawn', withdrawalReason: 'outcome_unknown' });
    await beckon.transport.updateSession(id, { permissionMode: 'acceptEdits' });
    await beckon.transport.sendMessage(id, { content: scriptedPrompt([finished]) });
    await turnEnded(id);
    expect(mark.runs()).toBe(1);
    expect((await beckon.transport.getSession(id)).asks).toEqual([]);
  });

  test('while it comes back with a call: another one brings it back', async () => {
    const mark = marking();
    const { id, ask } = await begin({ blocks: [mark.block] }, finished);
    await crashAndRestart(id);
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await expect.poll(() => agentPids(id), { timeout: 10_000, interval: 5 }).not.toEqual([]);
    for (const pid of agentPids(id)) process.kill(pid, 'SIGKILL');
    await becomes(ask, { state: 'answered', parked: expect.objectContaining({ isOrphaned: false }) });
    await becomes(ask, { state: 'settled' });
    expect((await beckon.transport.getAsk(ask.id)).ask.parked).toBeUndefined();
    expect(mark.runs()).toBe(1);
  });

  test('while a subagent waits: an answer that meets an outage of the model is told again after it', async () => {
    const { mark, id, ask } = await killedWithSubagent();
    isOut = true;
    await beckon.transport.denyTool(id, { toolCallId: ask.toolCallId, message: 'Mind the outage' });
    const message = expect.stringContaining('Nobody is here');
    await becomes(ask, { state: 'answered', failedDelivery: expect.objectContaining({ message }) });
    isOut = false;
    await becomes(ask, { state: 'settled' });
    await turnEnded(id);
    const told = await conversation(id);
    expect(told).toContain('Then not.');
    expect(told.match(/Before you were interrupted/g)).toHaveLength(1);
    expect(mark.runs()).toBe(0);
  });

  test('while subagents wait: their asks are orphaned; the agent is told of an answer, and the same call is let through once', async () => {
    const { mark, id, ask } = await killedWithSubagent();
    await beckon.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await becomes(ask, { state: 'settled' });
    await expect.poll(mark.runs, { timeout: 10_000 }).toBe(1);
    await turnEnded(id);
    const { asks } = await beckon.transport.listAsks({ state: 'all' });
    expect(asks[0]).toMatchObject({ carriedFrom: ask.id, state: 'settled', input: ask.input });
    // Once is once: the same call later is asked about.
    await beckon.transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [mark.block] }, finished]) });
    await openAskOf(id, (found) => found.id !== ask.id && !found.parked);
    expect(mark.runs()).toBe(1);
  });
});
