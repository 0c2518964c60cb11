// Terminal sessions end to end: the real `claude` in real tmux, its hooks and its transcript, answered through the gateway.
import { existsSync } from 'node:fs';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersDialog, seesDialog } from '../support/desk.ts';
import { TerminalStage } from '../support/terminalStage.ts';
import { Watcher } from '../support/watcher.ts';

let stage: TerminalStage;
beforeAll(async () => {
  stage = await TerminalStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const file = (name: string) => stage.folder.at(`work/${name}`);
const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'A test' });

/** A session of its own, and a client that watches it. */
async function begin(...turns: Parameters<typeof scriptedPrompt>[0]) {
  const { transport } = stage;
  const watcher = new Watcher(transport);
  const session = await transport.createSession({ cwd: stage.cwd, driver: 'terminal', prompt: scriptedPrompt(turns) });
  await watcher.until((view) => view.sessions[session.id]);
  await watcher.open(session.id);
  const conversation = () => JSON.stringify(watcher.view.conversations[session.id]?.conversation?.messages ?? []);
  return {
    transport,
    watcher,
    id: session.id,
    conversation,
    ready: () =>
      watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn' && watcher.count('done') > 0),
    async [Symbol.asyncDispose]() {
      watcher[Symbol.dispose]();
      await transport.deleteSession(session.id);
    },
  };
}

test('[C7] an approval from the page closes the dialog in the terminal, and the command runs', async () => {
  await using session = await begin({ blocks: [say('On it.'), touch('approved.txt')] }, { blocks: [say('All done.')] });
  const ask = await session.watcher.nextAsk();
  expect(ask).toMatchObject({ kind: 'approval', toolName: 'Bash', input: { command: 'touch approved.txt' } });
  expect(existsSync(file('approved.txt'))).toBe(false);
  await session.transport.approveTool(session.id, { toolCallId: ask.toolCallId, askId: ask.id });
  await session.ready();
  expect(existsSync(file('approved.txt'))).toBe(true);
  expect(session.watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'answered', 'delivered', 'settled']);
  expect(session.conversation()).toContain('On it.');
  expect(session.conversation()).toContain('All done.');
});

test('a denial reaches the model with its reason, and the command does not run', async () => {
  await using session = await begin({ blocks: [touch('denied.txt')], whenDenied: [say('You said: {{reason}}')] });
  const { toolCallId } = await session.watcher.nextAsk();
  await session.transport.denyTool(session.id, { toolCallId, message: 'Not on a Sunday.' });
  await session.ready();
  expect(existsSync(file('denied.txt'))).toBe(false);
  expect(session.conversation()).toContain('You said: Not on a Sunday.');
});

test('[C4] a question is answered from the page, and the agent goes on with the answer', async () => {
  await using session = await begin(
    {
      blocks: [
        call('AskUserQuestion', {
          questions: [
            {
              question: 'Which database?',
              header: 'Database',
              multiSelect: false,
              options: [
                { label: 'SQLite', description: 'One file' },
                { label: 'PostgreSQL', description: 'A server' },
              ],
            },
          ],
        }),
      ],
    },
    { blocks: [say('So it is {{answers}}.')] },
  );
  const ask = await session.watcher.nextAsk();
  expect(ask).toMatchObject({ kind: 'question', questions: [{ question: 'Which database?' }] });
  await session.transport.submitAnswers(session.id, { toolCallId: ask.toolCallId, answers: { 0: 'PostgreSQL' } });
  await session.ready();
  expect(session.conversation()).toMatch(/So it is .*PostgreSQL/);
});

describe('[C10] answered at the desk', () => {
  test('approved there, the ask leaves the page’s queue and the command has run', async () => {
    await using session = await begin({ blocks: [touch('desk.txt')] }, { blocks: [say('Thanks.')] });
    const ask = await session.watcher.nextAsk();
    await answersDialog(stage.tmux, session.id, 'Enter');
    await session.ready();
    expect(existsSync(file('desk.txt'))).toBe(true);
    expect(session.watcher.stepsOf(ask.toolCallId)).toEqual(['open', 'withdrawn']);
    await expect(session.transport.approveTool(session.id, { toolCallId: ask.toolCallId })).rejects.toMatchObject({
      code: 'ask_withdrawn',
      ask: { withdrawalReason: 'answered_in_terminal' },
    });
  });

  test('left there with Escape, it leaves the queue too, and nothing has run', async () => {
    await using session = await begin({ blocks: [touch('escaped.txt')] });
    const ask = await session.watcher.nextAsk();
    await answersDialog(stage.tmux, session.id, 'Escape');
    await session.watcher.until(() => session.watcher.stepsOf(ask.toolCallId).includes('withdrawn'));
    expect(existsSync(file('escaped.txt'))).toBe(false);
  });
});

test('[C1] it outlives the gateway: the ask is there again, and its answer is typed into the dialog', async () => {
  const { id, watcher } = await begin({ blocks: [touch('later.txt')] }, { blocks: [say('At last.')] });
  const before = await watcher.nextAsk();
  await seesDialog(stage.tmux, id);
  watcher[Symbol.dispose]();
  await stage.stopGateway();
  await seesDialog(stage.tmux, id);

  await stage.startGateway();
  const { transport } = stage;
  using again = new Watcher(transport);
  const after = await again.nextAsk();
  expect(after).toMatchObject({ id: before.id, toolCallId: before.toolCallId });
  expect(existsSync(file('later.txt'))).toBe(false);
  await transport.approveTool(id, { toolCallId: after.toolCallId });
  await expect.poll(() => existsSync(file('later.txt')), { timeout: 10_000 }).toBe(true);
  await again.until(({ sessions }) => sessions[id]?.state === 'user_turn' && again.count('done') > 0);
  expect(JSON.stringify((await transport.listMessages(id)).messages)).toContain('At last.');
  await transport.deleteSession(id);
  expect(await stage.tmux.find(id)).toBeUndefined();
});

test('messages are typed in, and a running turn is interrupted', async () => {
  await using session = await begin({ blocks: [say('Hello.')] });
  await session.ready();
  const slow = scriptedPrompt([{ blocks: [say('A long story. '.repeat(200))], pace: { chunkChars: 10, delayMs: 50 } }]);
  await session.transport.sendMessage(session.id, { content: slow });
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'assistant_turn');
  await session.transport.interrupt(session.id);
  await expect
    .poll(() => stage.tmux.screen(session.id), { timeout: 10_000 })
    .toMatch(/Interrupted|What should Claude do/);
});

test('[T5] an agent that is killed is dead here within moments, and what it asked is withdrawn', async () => {
  const { id, watcher } = await begin({ blocks: [touch('killed.txt')] });
  await watcher.nextAsk();
  const { pid } = (await stage.tmux.find(id)) ?? {};
  process.kill(pid ?? 0, 'SIGKILL');
  await watcher.until(({ sessions }) => sessions[id]?.state === 'dead' && sessions[id].asks.length === 0);
  expect(existsSync(file('killed.txt'))).toBe(false);
  watcher[Symbol.dispose]();
});

test('[C11] the pane can be looked at and typed into', async () => {
  await using session = await begin({ blocks: [say('Look here.')] });
  await session.ready();
  const controller = new AbortController();
  const { transport, id } = session;
  let seen = '';
  const watching = (async () => {
    for await (const event of transport.watchPane(id, { signal: controller.signal })) {
      if (event.type !== 'ended') seen += Buffer.from(event.data, 'base64').toString();
    }
  })();
  await expect.poll(() => seen).toContain('Look here.');
  await transport.typeIntoPane(id, { data: Buffer.from('typed from afar').toString('base64') });
  await expect.poll(() => stage.tmux.screen(id)).toContain('typed from afar');
  controller.abort();
  await watching;
});
