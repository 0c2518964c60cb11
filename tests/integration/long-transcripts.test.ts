// Conversations of tens of megabytes: their sessions are joined, resumed and read from the end, and hold up nobody else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsFolder } from '../../packages/gateway/src/drivers/claudeFolder.ts';
import { transcriptPath } from '../../packages/gateway/src/drivers/transcriptPath.ts';
import { answersWhileJoining, LongSession, promptsIn, writeConversation } from '../support/answersWhileJoining.ts';
import type { Beckon } from '../support/beckon.ts';
import { costOf, costText, startMeasured } from '../support/floodStage.ts';

let beckon: Beckon;
beforeAll(async () => {
  beckon = await startMeasured();
});
afterAll(() => beckon[Symbol.asyncDispose]());

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (times: number[]) => times.map((time) => `${time.toFixed(0)} ms`).join(', ');

async function newest(sessionId: string): Promise<{ turns: number[]; next: string | undefined; took: number }> {
  const start = performance.now();
  const { messages, next } = await beckon.transport.listMessages(sessionId, { limit: 100 });
  return { turns: promptsIn(messages), next, took: performance.now() - start };
}

/** Each follows the one before it. */
function expectNoGaps(turns: number[]): void {
  expect(turns).toEqual(turns.map((_, index) => (turns[0] ?? 0) + index));
}

test('an answer to an SDK ask goes through while a session of 50 MB is joined, of which the end is there at once', async () => {
  await costOf(beckon);
  const { alone, whileJoining, joins, joined } = await answersWhileJoining(beckon, { rounds: 3, megabytes: 50 });
  say(`answered in ${ms(alone)} alone, in ${ms(whileJoining)} while 50 MB were joined in ${ms(joins)}`);
  say(costText(await costOf(beckon)));
  for (let index = 0; index < 7; index++)
    expect(existsSync(join(beckon.workspace, `answered-${index}.txt`))).toBe(true);
  const { id, lastTurn } = joined[0]!;
  const { turns, next } = await newest(id);
  expect(turns.at(-1)).toBe(lastTurn);
  // What comes before is there, page by page.
  const start = performance.now();
  let above = await beckon.transport.listMessages(id, { limit: 200, before: next ?? '' });
  say(`the page above it was there in ${ms([performance.now() - start])}`);
  turns.unshift(...promptsIn(above.messages));
  above = await beckon.transport.listMessages(id, { limit: 200, before: above.next ?? '' });
  turns.unshift(...promptsIn(above.messages));
  expect(turns.length).toBeGreaterThan(100);
  expectNoGaps(turns);
  say(costText(await costOf(beckon)));
});

test('a session of 50 MB that is known is there again after a restart', async () => {
  const session = new LongSession(beckon, 50);
  session.pid = process.pid;
  await session.join();
  await beckon.stop();
  await beckon.restart();
  const { turns, took } = await newest(session.id);
  expect(turns.at(-1)).toBe(session.lastTurn);
  expectNoGaps(turns);
  say(`after a restart its end was there in ${ms([took])}; ${costText(await costOf(beckon))}`);
});

test('an SDK session that goes on with 50 MB shows the end of them at once', async () => {
  const [id, cwd] = [randomUUID(), beckon.workspace];
  const projects = projectsFolder({ HOME: join(beckon.stateDir, 'demo', 'home') });
  const lastTurn = writeConversation(transcriptPath(projects, { cwd, sessionId: id }), 50);
  await costOf(beckon);
  await beckon.transport.createSession({ cwd, resume: id });
  const { turns, took } = await newest(id);
  expect(turns.at(-1)).toBe(lastTurn);
  expectNoGaps(turns);
  say(`resumed, its end was there in ${ms([took])}; ${costText(await costOf(beckon))}`);
  await beckon.transport.deleteSession(id);
});
