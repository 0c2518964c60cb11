// Conversations that the real agent has kept, taken up again: what was said in them is shown, and what they were started
// with still counts.
import { call, say, scriptedPrompt, think, type Block } from '@beckon/demo-model';
import type { Message, Transport } from '@beckon/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSdkDriver } from '../../packages/gateway/src/drivers/sdk/sdkDriver.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession } from '../support/stagedSession.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeEach(async () => {
  stage = await AgentStage.open();
});
afterEach(() => stage[Symbol.asyncDispose]());

const bash = (command: string) => call('Bash', { command, description: 'A test' });
const scripted = (...blocks: Block[]) => scriptedPrompt(blocks.map((block) => ({ blocks: [block] })));
const delegate = (prompt: string) =>
  call('Agent', { description: 'Help', prompt, subagent_type: 'general-purpose', run_in_background: false });

async function allMessages(transport: Transport, sessionId: string, limit: number): Promise<Message[]> {
  const all: Message[] = [];
  let before: string | undefined;
  do {
    const page = await transport.listMessages(sessionId, { limit, ...(before !== undefined && { before }) });
    expect(page.messages.length).toBeLessThanOrEqual(limit);
    all.unshift(...page.messages);
    before = page.next;
  } while (before !== undefined);
  return all;
}

/** By who wrote it, without what only the house knows: who was asked, and how long a turn took. */
function told(messages: Message[]) {
  const shown = messages.map(({ id, role, parts, parentToolCallId }) => ({
    ...(role !== 'system' && { id }),
    role,
    author: parentToolCallId,
    parts: parts.map((part) => {
      if (part.type === 'turn_end') return part.outcome;
      if (part.type !== 'tool_call') return part;
      const { interactiveType: _, ...rest } = part;
      return rest;
    }),
  }));
  const authors = [...new Set(shown.map(({ author = '' }) => author))].toSorted((a, b) => a.localeCompare(b));
  return authors.map((author) => shown.filter((message) => (message.author ?? '') === author));
}

test('a conversation that goes on in another Beckon shows all of what was said, page by page', async () => {
  const session = await beginSession(stage, { driver: 'sdk' }, { blocks: [think('Let me see.'), say('Here it is.')] });
  const { id, transport, watcher } = session;
  await session.turnsEnded(1);
  await session.play(
    { blocks: [say('I try.'), bash('touch x.txt'), bash('cat missing.txt')] },
    { blocks: [say('So.')] },
  );
  const { toolCallId } = await watcher.nextAsk();
  await transport.approveTool(id, { toolCallId });
  await session.turnsEnded(2);
  const inner = delegate(scripted(bash('echo deep'), say('Inner.')));
  await session.play({ blocks: [delegate(scripted(inner, say('Outer.')))] }, { blocks: [say('Both are back.')] });
  await session.turnsEnded(3);
  const before = await allMessages(transport, id, 200);
  watcher[Symbol.dispose]();
  await stage.stopGateway();

  const open = () =>
    openGateway({
      drivers: [createSdkDriver({ env: stage.env })],
      about: { version: '0', defaultCwd: stage.cwd },
      databasePath: stage.folder.at('elsewhere.db'),
    });
  const first = await open();
  const client = first.connect('this test');
  using another = new Watcher(client);
  await client.createSession({ cwd: stage.cwd, resume: id });
  expect(told(await allMessages(client, id, 3))).toEqual(told(before));
  await client.sendMessage(id, { content: scriptedPrompt([{ blocks: [say('And on.')] }]) });
  await another.until(() => another.count('done') > 0);
  const [earlier, later] = [await allMessages(client, id, 200), await allMessages(client, id, 4)];
  expect(told(later)).toEqual(told(earlier));
  expect(told(earlier.slice(0, before.length))).toEqual(told(before));
  expect(earlier.slice(before.length).map(({ role }) => role)).toEqual(['user', 'assistant', 'system']);
  await first.close();

  await using second = await open();
  expect(told(await allMessages(second.connect('this test'), id, 5))).toEqual(told(earlier));
});

test('a terminal that is brought back has the arguments that it was started with', async () => {
  const model = 'claude-lighthouse-1';
  const asked = () => stage.model.requests.filter(({ tools }) => tools.length > 0).map((request) => request.model);
  const claudeArguments = ['--model', model];
  const { id, watcher } = await beginSession(
    stage,
    { driver: 'terminal', claudeArguments },
    { blocks: [say('Ahoy.')] },
  );
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn' && watcher.count('done') > 0);
  watcher[Symbol.dispose]();
  const before = asked();
  expect(before.at(-1)).toBe(model);
  await stage.stopGateway();
  await stage.tmux.kill(id);

  await stage.startGateway();
  const { transport } = stage;
  expect(await transport.getSession(id)).toMatchObject({ state: 'dead' });
  await transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [say('Ahoy again.')] }]) });
  await expect.poll(() => asked().length, { timeout: 20_000 }).toBeGreaterThan(before.length);
  expect(new Set(asked().slice(before.length))).toEqual(new Set([model]));
  expect(await transport.getSession(id)).not.toHaveProperty('claudeArguments');
  await transport.deleteSession(id);
});
