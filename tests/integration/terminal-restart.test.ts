// The gateway goes away while a session in a terminal waits, and another takes its place: the same ask is there again, and
// its answer goes back through the hook that waited all the while.
import { existsSync, readFileSync } from 'node:fs';
import type { Turn } from '@beckon/demo-model';
import { call, say } from '@beckon/demo-model';
import type { Ask, PermissionMode, View } from '@beckon/protocol';
import { sessionOf } from '@beckon/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersDialog, seesDialog } from '../support/desk.ts';
import { AgentStage } from '../support/agentStage.ts';
import { killWaitingHooks } from '../support/waitingHooks.ts';
import { beginSession } from '../support/stagedSession.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const file = (name: string) => stage.folder.at(`work/${name}`);
const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'A test' });
const done: Turn = { blocks: [say('At last.')] };

/** The session's open asks, once there are so many. */
async function asksOf(watcher: Watcher, id: string, count = 1): Promise<[Ask, ...Ask[]]> {
  const enough = (view: View) => sessionOf(view, id)?.asks.length === count && sessionOf(view, id)?.asks;
  return (await watcher.until(enough)) as [Ask, ...Ask[]];
}

interface Abandoned extends AsyncDisposable {
  id: string;
  ask: Ask;
}

/** A session that waits with one ask, and no gateway. */
async function abandon(turns: Turn[], permissionMode: PermissionMode = 'default'): Promise<Abandoned> {
  const { id, watcher } = await beginSession(stage, { driver: 'terminal', permissionMode }, ...turns);
  const [ask] = await asksOf(watcher, id);
  watcher[Symbol.dispose]();
  await stage.stopGateway();
  return { id, ask, [Symbol.asyncDispose]: () => stage.transport.deleteSession(id) };
}

describe('the same ask is there again', () => {
  const preview = { label: 'Left', description: 'x', preview: '# Left' };
  const question = {
    question: 'Which side?',
    header: 'Side',
    options: [preview, { label: 'Right', description: 'y' }],
    multiSelect: false,
  };
  const cases: [string, Turn, PermissionMode][] = [
    ['a command', { blocks: [touch('a.txt')] }, 'default'],
    ['an edit', { blocks: [call('Write', { file_path: 'b.txt', content: 'é\n"' })] }, 'default'],
    ['a question with previews', { blocks: [call('AskUserQuestion', { questions: [question] })] }, 'default'],
    ['a plan', { blocks: [call('ExitPlanMode', { plan: '# Plan\n\n1. Write' })] }, 'plan'],
  ];
  test.each(cases)('%s, and what the person says reaches the model', async (_what, turn, mode) => {
    await using session = await abandon([{ ...turn, whenDenied: [say('You said: {{reason}}')] }, done], mode);
    const { id, ask } = session;
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    expect(await asksOf(watcher, id)).toMatchObject([{ id: ask.id, kind: ask.kind, input: ask.input }]);
    await stage.transport.denyTool(id, { toolCallId: ask.toolCallId, message: 'Not now.' });
    const conversation = async () => JSON.stringify((await stage.transport.listMessages(id)).messages);
    await expect.poll(conversation, { timeout: 20_000 }).toContain('"You said: Not now."');
  });

  test('and another input than the agent’s can be approved, which no dialog could take', async () => {
    await using session = await abandon([{ blocks: [touch('original.txt')] }, done]);
    const { id, ask } = session;
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    await asksOf(watcher, id);
    const updatedInput = { ...ask.input, command: 'echo changed > changed.txt' };
    await stage.transport.approveTool(id, { toolCallId: ask.toolCallId, updatedInput });
    await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
    expect(readFileSync(file('changed.txt'), 'utf8')).toBe('changed\n');
    expect(existsSync(file('original.txt'))).toBe(false);
  });

  test('[C8] several at once, those for which there is no dialog yet, too', async () => {
    using before = new Watcher(stage.transport);
    const prompt = 'Review the README, the notes and the code in parallel';
    const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal', prompt });
    const asks = await asksOf(before, id, 3);
    await before.until(({ sessions }) => sessions[id]?.state === 'user_turn');
    await expect.poll(() => stage.tmux.screen(id)).toContain('Waiting for 3 background agents');
    before[Symbol.dispose]();
    await stage.stopGateway();
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    const again = await asksOf(watcher, id, 3);
    // They work in the background, and the agent itself rests.
    await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');
    expect(again.map((ask) => ask.id).toSorted()).toEqual(asks.map((ask) => ask.id).toSorted());
    for (const { toolCallId } of again.toReversed()) {
      await stage.transport.approveTool(id, { toolCallId });
      await watcher.until(() => watcher.stepsOf(toolCallId).at(-1) === 'settled');
    }
    await stage.transport.deleteSession(id);
  });

  test('and where its hook has died meanwhile, its answer is typed into the dialog', async () => {
    await using session = await abandon([{ blocks: [touch('typed.txt')] }, done]);
    const { id, ask } = session;
    await seesDialog(stage.tmux, id);
    killWaitingHooks(stage.folder.at('state'));
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    expect(await asksOf(watcher, id)).toMatchObject([{ id: ask.id }]);
    await stage.transport.approveTool(id, { toolCallId: ask.toolCallId });
    await expect.poll(() => existsSync(file('typed.txt')), { timeout: 10_000 }).toBe(true);
    await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  });
});

describe('[L7] what was answered at the desk meanwhile is not asked again', () => {
  const runsLong = call('Bash', { command: 'touch began.txt; sleep 12', description: 'A test' });
  test.each([
    ['approved', 'Enter', touch('alone.txt'), 'alone.txt'],
    ['approved, and it still runs', 'Enter', runsLong, 'began.txt'],
    ['left', 'Escape', touch('never.txt'), undefined],
  ] as const)('%s', async (_how, key, tool, created) => {
    await using session = await abandon([{ blocks: [tool] }, done]);
    const { id } = session;
    await answersDialog(stage.tmux, id, key);
    if (created) await expect.poll(() => existsSync(file(created)), { timeout: 10_000 }).toBe(true);
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    await watcher.until(({ sessions }) => sessions[id]?.state !== 'starting' && sessions[id]);
    // Longer than its hook takes to report again.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(watcher.count('approval_required')).toBe(0);
    const { asks } = await stage.transport.listAsks({ state: 'all', limit: 50 });
    const states = asks.filter(({ sessionId }) => sessionId === id).map(({ withdrawalReason }) => withdrawalReason);
    expect(states).toEqual(['answered_in_terminal']);
  });
});
