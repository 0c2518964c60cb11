// One process is one session on the page, and one ask a call: whoever reports it, and whatever its conversation is called.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { call, say, type Turn } from '@beckon/demo-model';
import { type Ask, openAsks } from '@beckon/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { ClaudeDesk, installUserHooks, OwnDesk } from '../support/ownDesk.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
  installUserHooks(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());
afterEach(async () => {
  for (const { id } of (await stage.transport.listSessions()).sessions) await stage.transport.deleteSession(id);
});

const file = (name: string) => stage.folder.at(`work/${name}`);
const touches = (name: string): Turn[] => [
  { blocks: [call('Bash', { command: `touch ${name}`, description: 'A test' })] },
  { blocks: [say(`Touched ${name}.`)] },
];
const saying = (text: string): Turn => ({ blocks: [say(text)] });

/** Plays a call at the desk, and approves it on the page: it is asked once, in the one session that there is. */
async function asksOnce(watcher: Watcher, desk: ClaudeDesk, name: string): Promise<Ask> {
  await desk.play(...touches(name));
  const ask = await watcher.nextAsk();
  await stage.transport.answer(ask.id, { type: 'approve' });
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  await desk.rests();
  expect(existsSync(file(name))).toBe(true);
  expect(openAsks(watcher.view)).toEqual([]);
  const asked = (await stage.transport.listAsks({ state: 'all', limit: 50 })).asks;
  expect(asked.filter(({ toolCallId }) => toolCallId === ask.toolCallId)).toHaveLength(1);
  expect((await stage.transport.listSessions()).sessions.map(({ id }) => id)).toEqual([ask.sessionId]);
  return ask;
}

/** What stands in the conversation, in order: the texts of messages, and where it began anew. */
async function standsThere(id: string): Promise<string[]> {
  const { messages } = await stage.transport.listMessages(id, { limit: 200 });
  return messages.flatMap(({ role, parts }) =>
    parts.flatMap((part) => {
      if (part.type === 'notice') return part.isBreak ? `--- ${part.text}` : [];
      return part.type === 'text' && role === 'assistant' ? part.text : [];
    }),
  );
}

const begunAnew = expect.stringMatching(/^--- Begun anew with \/clear/) as string;
const anotherOne = expect.stringMatching(/^--- From here on/) as string;

describe('a session that Beckon started, with the user’s own hooks installed too', () => {
  test('is one session after `/clear`, with one ask a call, and the old conversation above a mark', async () => {
    const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
    using watcher = new Watcher(stage.transport);
    const desk = new ClaudeDesk(stage.tmux, id);
    await asksOnce(watcher, desk, 'own-before.txt');
    await desk.command('/clear');
    await watcher.until(({ sessions }) => sessions[id]?.conversationId !== id);
    // The new conversation has nothing before it.
    await watcher.until(({ sessions }) => sessions[id]?.terminal?.contextTokens === undefined);
    const ask = await asksOnce(watcher, desk, 'own-after.txt');
    expect(ask.sessionId).toBe(id);
    await expect.poll(() => standsThere(id)).toEqual(['Touched own-before.txt.', begunAnew, 'Touched own-after.txt.']);
  });

  test('also where the gateway was away when it began anew', async () => {
    const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
    const desk = new ClaudeDesk(stage.tmux, id);
    const before = new Watcher(stage.transport);
    await asksOnce(before, desk, 'away-before.txt');
    before[Symbol.dispose]();
    await stage.stopGateway();
    await desk.command('/clear');
    await desk.rests();
    await stage.startGateway();
    using watcher = new Watcher(stage.transport);
    await asksOnce(watcher, desk, 'away-after.txt');
    await expect
      .poll(() => standsThere(id))
      .toEqual(['Touched away-before.txt.', anotherOne, 'Touched away-after.txt.']);
  });
});

test('[L7] what subagents in the background ask outlives `/clear`, as they do, and is answered on the page', async () => {
  using watcher = new Watcher(stage.transport);
  const prompt = 'Review the README, the notes and the code in parallel';
  const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal', prompt });
  const asks = await watcher.until((view) => openAsks(view).length === 3 && openAsks(view));
  const desk = new ClaudeDesk(stage.tmux, id);
  await desk.until(async () => (await desk.screen()).includes('Waiting for 3 background agents'), 'them to wait');
  await stage.transport.typeIntoPane(id, { data: Buffer.from('/clear').toString('base64') });
  await desk.until(async () => (await desk.screen()).includes('❯ /clear'), 'the command to stand there');
  await stage.transport.typeIntoPane(id, { data: Buffer.from('\r').toString('base64') });
  await watcher.until(({ sessions }) => sessions[id]?.conversationId !== id);
  expect(openAsks(watcher.view).map((ask) => ask.id)).toEqual(asks.map((ask) => ask.id));
  for (const ask of asks) {
    await stage.transport.answer(ask.id, { type: 'approve' });
    await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  }
  await expect.poll(() => existsSync(file('reviews/code.txt'))).toBe(true);
});

test('a desk of the person’s own is told that asks of subagents wait in Beckon, where no dialog shows them', async () => {
  using watcher = new Watcher(stage.transport);
  await using desk = new OwnDesk(stage, 'told');
  await desk.runs();
  await desk.enters('Review everything in the background');
  await watcher.until((view) => openAsks(view).length === 3);
  const isTold = async () => {
    if ((await desk.screen()).includes('3 asks of subagents wait in Beckon.')) return true;
    await desk.enters('Is there anything to decide?');
    await desk.rests();
    return false;
  };
  await desk.until(isTold, 'it to be told');
});

describe('a session in a terminal of the person’s own', () => {
  test('stays the same after `/clear`, after an exit and `--resume`, and in another process of the same conversation', async () => {
    const id = randomUUID();
    await using desk = new OwnDesk(stage);
    using watcher = new Watcher(stage.transport);
    await desk.runs('--session-id', id);
    await asksOnce(watcher, desk, 'joined-before.txt');
    await desk.command('/clear');
    const conversationId = await watcher.until(
      ({ sessions }) => sessions[id]?.conversationId !== id && sessions[id]?.conversationId,
    );
    await asksOnce(watcher, desk, 'joined-after.txt');
    await desk.ends();
    await watcher.until(({ sessions }) => sessions[id]?.state === 'dead');

    await desk.runs('--resume', conversationId);
    await asksOnce(watcher, desk, 'joined-resumed.txt');
    await expect
      .poll(() => standsThere(id))
      .toEqual(['Touched joined-before.txt.', begunAnew, 'Touched joined-after.txt.', 'Touched joined-resumed.txt.']);
    await desk.ends();
    await watcher.until(({ sessions }) => sessions[id]?.state === 'dead');

    await desk.runs('--resume', id);
    await desk.play(saying('Back in the first.'));
    await expect
      .poll(() => standsThere(id))
      .toEqual([
        'Touched joined-before.txt.',
        begunAnew,
        'Touched joined-after.txt.',
        'Touched joined-resumed.txt.',
        anotherOne,
        'Back in the first.',
      ]);
  });
});

test('[L7] two processes in one conversation are two sessions: what one says, or its end, closes no ask of the other', async () => {
  const id = randomUUID();
  await using first = new OwnDesk(stage);
  await using second = new OwnDesk(stage, 'second');
  using watcher = new Watcher(stage.transport);
  await first.runs('--session-id', id);
  await first.play(saying('Hello.'));
  await first.rests();
  await second.runs('--resume', id);
  const another = await watcher.until(({ sessions }) => Object.keys(sessions).find((each) => each !== id));
  await first.play(...touches('first.txt'));
  const ask = await watcher.nextAsk();
  expect(ask.sessionId).toBe(id);
  await second.play(...touches('second.txt'));
  const other = await watcher.nextAsk(ask);
  expect(other.sessionId).toBe(another);
  await stage.transport.answer(other.id, { type: 'approve' });
  await watcher.until(() => watcher.stepsOf(other.toolCallId).at(-1) === 'settled');
  await second.ends();
  await watcher.until(({ sessions }) => sessions[another]?.state === 'dead');
  expect(openAsks(watcher.view).map((open) => open.id)).toEqual([ask.id]);
  await stage.transport.answer(ask.id, { type: 'approve' });
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  expect(existsSync(file('first.txt'))).toBe(true);
});

describe('a turn that its person leaves with Escape before the first word, which no hook tells', () => {
  const noWord: Turn = {
    blocks: [],
    error: { status: 529, type: 'overloaded_error', message: 'Busy.', retryAfterSeconds: 60, retryable: true },
  };

  async function isLeft(desk: ClaudeDesk, id: string): Promise<void> {
    using watcher = new Watcher(stage.transport);
    await desk.play(saying('Hello.'));
    await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn' && watcher.count('done') > 0);
    await desk.play(noWord);
    await watcher.until(({ sessions }) => sessions[id]?.state === 'assistant_turn');
    await expect.poll(() => desk.screen(), { timeout: 20_000 }).toContain('esc to interrupt');
    await desk.press('Escape');
    await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');
    const { messages } = await stage.transport.listMessages(id);
    expect(messages.at(-1)?.parts).toMatchObject([{ type: 'turn_end', outcome: 'interrupted' }]);
  }

  test('ends on the page too, in a terminal of the person’s own', async () => {
    const id = randomUUID();
    await using desk = new OwnDesk(stage);
    await desk.runs('--session-id', id);
    await isLeft(desk, id);
  });

  test('and in one of Beckon’s', async () => {
    const { id } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
    await isLeft(new ClaudeDesk(stage.tmux, id), id);
  });
});
