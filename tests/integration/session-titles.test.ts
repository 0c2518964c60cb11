// What a session in a terminal is called: by what was said first, wherever it was typed; and a name that its person gives it,
// on the page or at the desk, holds at both.
import { randomUUID } from 'node:crypto';
import { call, say } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { answersDialog } from '../support/desk.ts';
import { ClaudeDesk, installUserHooks, OwnDesk } from '../support/ownDesk.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
  installUserHooks(stage);
});
afterAll(() => stage[Symbol.asyncDispose]());

interface Naming {
  /** With a terminal of its own Beckon can say the name there at once; else the agent takes it with the next prompt. */
  isAtOnce: boolean;
}

async function isNamedBothWays(desk: ClaudeDesk, id: string, { isAtOnce }: Naming): Promise<void> {
  using watcher = new Watcher(stage.transport);
  const isCalled = (title: string) => watcher.until(({ sessions }) => sessions[id]?.title === title);
  await desk.enters('Look after the harbour\nand all its boats.');
  await isCalled('Look after the harbour');

  await desk.command('/rename Boats');
  await isCalled('Boats');
  await desk.rests();

  await stage.transport.updateSession(id, { title: 'Harbour and boats' });
  await isCalled('Harbour and boats');
  if (!isAtOnce) await desk.play({ blocks: [say('Ahoy.')] });
  // The name stands in the upper rule of its box.
  await expect.poll(() => desk.screen(), { timeout: 20_000 }).toMatch(/─ Harbour and boats ─$/m);

  // The agent says its name with every turn. A dialog is read and answered as before.
  await desk.play(
    { blocks: [call('Bash', { command: 'touch boat.txt', description: 'A test' })] },
    { blocks: [say('Moored.')] },
  );
  const ask = await watcher.nextAsk();
  await answersDialog(desk.tmux, desk.name, 'Enter');
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'withdrawn');
  await desk.rests();
  expect((await stage.transport.getSession(id)).title).toBe('Harbour and boats');

  await desk.command('/rename Boats again');
  await isCalled('Boats again');
}

test('in a terminal of the person’s own', async () => {
  const id = randomUUID();
  await using desk = new OwnDesk(stage);
  await desk.runs('--session-id', id);
  await isNamedBothWays(desk, id, { isAtOnce: false });
});

test('in a terminal of Beckon’s', async () => {
  const { id, title } = await stage.transport.createSession({ cwd: stage.cwd, driver: 'terminal' });
  expect(title).toBe('New session');
  await isNamedBothWays(new ClaudeDesk(stage.tmux, id), id, { isAtOnce: true });
});
