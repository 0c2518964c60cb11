// The cards of past asks stay cards in a terminal session, whatever became of the gateway since: what was asked is the
// ledger's to know, and the transcript does not say it.
import { randomUUID } from 'node:crypto';
import { call, say, type Turn } from '@beckon/demo-model';
import type { Answer, Ask } from '@beckon/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersDialog } from '../support/desk.ts';
import { AgentStage } from '../support/agentStage.ts';
import { ClaudeDesk, installUserHooks, OwnDesk } from '../support/ownDesk.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
  installUserHooks(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());

const asking = (name: string): Turn[] => [
  { blocks: [call('Bash', { command: `touch ${name}`, description: 'A test' })], whenDenied: [say('Denied.')] },
  { blocks: [say('Went on.')] },
];

/** The cards that a page would show, each as the kind of its call and the phase of its ask. */
async function cards(id: string): Promise<string[]> {
  const { messages, asks } = await stage.transport.listMessages(id, { limit: 200 });
  const calls = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_call' ? part : [])));
  return calls.map(({ toolCallId, interactiveType }) => {
    const ask = asks.find((one) => one.toolCallId === toolCallId);
    return `${interactiveType} ${ask?.phase}`;
  });
}

async function restart(): Promise<void> {
  await stage.stopGateway();
  await stage.startGateway();
}

const options = [
  { label: 'PostgreSQL', description: 'A server' },
  { label: 'SQLite', description: 'A file' },
];
const questions = [{ question: 'Which database?', header: 'Database', multiSelect: false, options }];
const questioning: Turn[] = [{ blocks: [call('AskUserQuestion', { questions })] }, { blocks: [say('Went on.')] }];

async function answered(watcher: Watcher, desk: ClaudeDesk, answer: Answer): Promise<void> {
  await desk.play(...(answer.type === 'answers' ? questioning : asking(`${randomUUID()}.txt`)));
  const ask = await watcher.nextAsk();
  await stage.transport.answer(ask.id, answer);
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  await desk.rests();
}

async function askedAndLeft(desk: ClaudeDesk): Promise<Ask> {
  using watcher = new Watcher(stage.transport);
  await desk.play(...asking(`${randomUUID()}.txt`));
  return await watcher.nextAsk();
}

test.each(['Beckon’s', 'their person’s own'])('in a terminal that is %s', async (whose) => {
  const id = randomUUID();
  await using own = new OwnDesk(stage);
  let desk: ClaudeDesk = own;
  if (whose === 'Beckon’s') {
    const session = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
    desk = new ClaudeDesk(stage.tmux, session.id);
  } else await own.runs('--session-id', id);
  const watcher = new Watcher(stage.transport);
  await answered(watcher, desk, { type: 'approve' });
  await answered(watcher, desk, { type: 'deny' });
  await answered(watcher, desk, { type: 'answers', answers: { 0: 'SQLite' } });
  watcher[Symbol.dispose]();
  const sessionId = (await stage.transport.listAsks({ state: 'all', limit: 1 })).asks[0]!.sessionId;
  const before = ['approval done', 'approval done', 'question done'];
  await expect.poll(() => cards(sessionId)).toEqual(before);
  await restart();
  expect(await cards(sessionId)).toEqual(before);

  // Answered at the desk while there is no gateway.
  await askedAndLeft(desk);
  await stage.stopGateway();
  await answersDialog(desk.tmux, desk.name, 'Enter');
  await desk.rests();
  await stage.startGateway();
  await expect.poll(() => cards(sessionId)).toEqual([...before, 'approval withdrawn']);

  // Removed from the page, and found again with its next word.
  if (whose === 'Beckon’s') return stage.transport.deleteSession(sessionId);
  await stage.transport.deleteSession(sessionId);
  await desk.play({ blocks: [say('Still here.')] });
  await expect.poll(() => cards(sessionId)).toEqual([...before, 'approval withdrawn']);
});
