// Terminal sessions end to end: the real `claude` in real tmux, its hooks and its transcript, answered through the gateway.
import { existsSync, writeFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { openAsks } from '@beckon/protocol';
import type { Turn } from '@beckon/demo-model';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectsFolder } from '../../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import { answersDialog, seesDialog } from '../support/desk.ts';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';
import { startTmux } from '../support/terminals.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const file = (name: string) => stage.folder.at(`work/${name}`);
const begin = (...turns: Turn[]) => beginSession(stage, { driver: 'terminal' }, ...turns);
const transcriptOf = async (sessionId: string) =>
  transcriptPath(projectsFolder(stage.env), { cwd: await realpath(stage.cwd), sessionId });
const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'A test' });

describe('[C10] answered at the desk', () => {
  test('approved there, the ask leaves the page’s queue and the command has run', async () => {
    await using session = await begin({ blocks: [touch('desk.txt')] }, { blocks: [say('Thanks.')] });
    const ask = await session.watcher.nextAsk();
    await answersDialog(stage.tmux, session.id, 'Enter');
    await session.turnsEnded(1);
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

test('[C1] it outlives the gateway: the ask is there again, and its answer counts', async () => {
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
  await session.turnsEnded(1);
  const slow = scriptedPrompt([{ blocks: [say('A long story. '.repeat(200))], pace: { chunkChars: 10, delayMs: 50 } }]);
  await session.transport.sendMessage(session.id, { content: slow });
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'assistant_turn');
  await session.transport.interrupt(session.id);
  await expect
    .poll(() => stage.tmux.screen(session.id), { timeout: 10_000 })
    .toMatch(/Interrupted|What should Claude do/);
});

test('[C11] the pane can be looked at and typed into', async () => {
  await using session = await begin({ blocks: [say('Look here.')] });
  await session.turnsEnded(1);
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

test('[C8] several that wait at once are kept apart, and may be answered in any order', async () => {
  const { transport } = stage;
  using watcher = new Watcher(transport);
  const prompt = 'Review the README, the notes and the code in parallel';
  const { id } = await transport.createSession({ cwd: stage.cwd, driver: 'terminal', prompt });
  const asks = await watcher.until((view) => openAsks(view).length === 3 && openAsks(view));
  expect(new Set(asks.map(({ agentId }) => agentId)).size).toBe(3);
  // No dialog of theirs is at the desk, and the desk says where they are.
  await using desk = startTmux();
  await desk.script('desk', 'exec "$@"', ...stage.tmux.attachCommand(id));
  await expect.poll(() => desk.tmux.screen('desk')).toContain('3 asks of subagents wait in Beckon');
  expect(await desk.tmux.screen('desk')).not.toContain('Do you want to proceed?');
  for (const { toolCallId } of asks.toReversed()) {
    await transport.approveTool(id, { toolCallId });
    await watcher.until(() => watcher.stepsOf(toolCallId).at(-1) === 'settled');
  }
  await expect.poll(() => desk.tmux.screen('desk')).not.toContain('wait in Beckon');
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn' && watcher.count('done') > 0);
  await transport.deleteSession(id);
});

test('a start that fails says why, in the agent’s own words', async () => {
  const claudeArguments = ['--nonsense'];
  const starting = stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal', claudeArguments });
  await expect(starting).rejects.toMatchObject({
    code: 'agent_unavailable',
    message: "Claude Code failed (status 1). It said: “error: unknown option '--nonsense'”",
  });
});

test('[C1] an agent that was killed before it kept a word begins anew, under the same session', async () => {
  await using session = await begin({ blocks: [say('Hello.')] });
  await session.turnsEnded(1);
  const transcript = await transcriptOf(session.id);
  process.kill(await stage.pidOf(session.id), 'SIGKILL');
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'dead');
  // As the CLI leaves it when it is killed early: its own first lines, and no conversation.
  writeFileSync(transcript, '{"type":"mode","mode":"normal"}\n{"type":"permission-mode","permissionMode":"default"}\n');
  await session.play({ blocks: [say('Back.')] });
  await session.watcher.until(() => session.conversation().includes('Back.'));
  expect(session.conversation()).toContain('Hello.');
});

test('`/clear` goes on in another transcript, also after a restart of the gateway and the death of the agent', async () => {
  const session = await begin({ blocks: [say('Before.')] });
  await session.turnsEnded(1);
  await session.transport.typeIntoPane(session.id, { data: Buffer.from('/clear').toString('base64') });
  await expect.poll(() => stage.tmux.screen(session.id)).toContain('❯ /clear');
  await session.transport.typeIntoPane(session.id, { data: Buffer.from('\r').toString('base64') });
  await expect.poll(() => stage.tmux.screen(session.id), { timeout: 10_000 }).not.toContain('Before.');
  await session.play({ blocks: [say('After.')] });
  await session.watcher.until(() => session.conversation().includes('After.'));
  expect(session.conversation()).toContain('Before.');
  const { conversationId } = await session.transport.getSession(session.id);
  expect(conversationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(conversationId).not.toBe(session.id);

  session.watcher[Symbol.dispose]();
  await stage.stopGateway();
  await stage.startGateway();
  const { transport } = stage;
  using again = new Watcher(transport);
  const conversation = async () => JSON.stringify((await transport.listMessages(session.id)).messages);
  await again.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  expect(await transport.getSession(session.id)).toMatchObject({ conversationId });
  await transport.sendMessage(session.id, { content: scriptedPrompt([{ blocks: [say('Joined again.')] }]) });
  await expect.poll(conversation, { timeout: 20_000 }).toContain('Joined again.');

  process.kill(await stage.pidOf(session.id), 'SIGKILL');
  await again.until(({ sessions }) => sessions[session.id]?.state === 'dead');
  await transport.sendMessage(session.id, { content: scriptedPrompt([{ blocks: [say('Resumed.')] }]) });
  await expect.poll(conversation, { timeout: 20_000 }).toContain('"Resumed."');
  const told = JSON.stringify(stage.model.requests.at(-1)?.messages);
  expect(told).toContain('Joined again.');
  expect(told).not.toContain('Before.');
  await transport.deleteSession(session.id);
});
