// The moment in which an answer can be taken back, with the real gateway as a process and the real agent on the SDK.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoModel } from '@beckon/demo-model';
import { call, say, scriptedPrompt, startDemoModel } from '@beckon/demo-model';
import type { Ask } from '@beckon/protocol';
import { sessionOf } from '@beckon/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Beckon } from '../support/beckon.ts';
import { startBeckon } from '../support/beckon.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { Watcher } from '../support/watcher.ts';

let model: DemoModel;
let beckon: Beckon;
let watcher: Watcher;
const folder = tempFolder();

beforeAll(async () => {
  model = await startDemoModel();
  beckon = await startBeckon({ modelUrl: model.url });
  watcher = new Watcher(beckon.transport);
  await beckon.transport.updateSettings({ answerDelaySeconds: 5 });
});
afterAll(async () => {
  watcher[Symbol.dispose]();
  await beckon[Symbol.asyncDispose]();
  await model.close();
  folder[Symbol.dispose]();
});

let count = 0;

/** An agent that waits for leave to run a command, which leaves one line for each time it ran. */
async function asked(): Promise<{ id: string; ask: Ask; runs: () => number }> {
  const file = join(folder.path, `ran-${count++}.txt`);
  const command = `echo ran >> ${file}`;
  const turns = [{ blocks: [call('Bash', { command })] }, { blocks: [say('all done')] }];
  const { id } = await beckon.transport.createSession({ cwd: folder.path, prompt: scriptedPrompt(turns) });
  const ask = await watcher.until((view) => sessionOf(view, id)?.asks[0]);
  return { id, ask, runs: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0) };
}

const current = async ({ id }: Ask) => (await beckon.transport.getAsk(id)).ask;

async function settles(ask: Ask): Promise<Ask> {
  await expect.poll(() => current(ask), { timeout: 30_000 }).toMatchObject({ state: 'settled' });
  return current(ask);
}

test('an approval runs the command once its delay is over, and not before', { timeout: 60_000 }, async () => {
  const { ask, runs } = await asked();
  await beckon.transport.answer(ask.id, { type: 'approve' });
  const { answeredAt = 0, handedAt = 0, phase } = await settles(ask);
  expect([runs(), phase]).toEqual([1, 'done']);
  expect(handedAt - answeredAt).toBeGreaterThanOrEqual(5000);
});

test(
  'an approval that is taken back in time runs nothing, and the next answer counts',
  { timeout: 60_000 },
  async () => {
    const { ask, runs } = await asked();
    await beckon.transport.answer(ask.id, { type: 'approve' });
    await beckon.transport.takeBackAnswer(ask.id);
    expect(await current(ask)).toMatchObject({ phase: 'waiting' });
    await beckon.transport.answer(ask.id, { type: 'deny', message: 'On second thoughts, no.' });
    expect(await settles(ask)).toMatchObject({ phase: 'done', answer: { type: 'deny' } });
    expect(runs()).toBe(0);
  },
);

test(
  '[L2] a gateway that is killed meanwhile loses nothing: the next one has it run, once',
  { timeout: 90_000 },
  async () => {
    const { ask, runs } = await asked();
    await beckon.transport.answer(ask.id, { type: 'approve' });
    await beckon.crash();
    expect(runs()).toBe(0);
    await beckon.restart();
    const { dueAt } = await settles(ask);
    expect([runs(), dueAt]).toEqual([1, undefined]);
  },
);
