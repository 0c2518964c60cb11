// What a person switches or stops in a terminal of Beckon's, from the page and at the desk.
import { call, say } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPromptBox } from '../../packages/gateway/src/drivers/terminal/dialogs/promptBox.ts';
import { pressKey } from '../../packages/gateway/src/drivers/terminal/tmux/typing.ts';
import { AgentStage } from '../support/agentStage.ts';
import { beginSession, type StagedSession } from '../support/stagedSession.ts';

let stage: AgentStage;
let session: StagedSession;
beforeAll(async () => {
  stage = await AgentStage.open();
  session = await beginSession(stage, { driver: 'terminal' }, { blocks: [say('Ready.')] });
  await session.turnsEnded(1);
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const modeOnScreen = async () => readPromptBox(await stage.tmux.screen(session.id))?.permissionMode;
const shown = (mode: string) =>
  session.watcher.until(({ sessions }) => sessions[session.id]?.permissionMode === mode && mode);

test('[T10] only modes that it can reach are offered; another is refused, and the terminal stays as it was', async () => {
  const { permissionModes } = await session.transport.getSession(session.id);
  expect(permissionModes).toEqual(['default', 'acceptEdits', 'plan', 'auto']);
  for (const permissionMode of ['bypassPermissions', 'dontAsk'] as const) {
    await expect(session.transport.updateSession(session.id, { permissionMode })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  await expect.poll(modeOnScreen, { timeout: 10_000 }).toBe('default');
});

test('[T10] each that is offered is reached', async () => {
  for (const permissionMode of ['plan', 'acceptEdits', 'auto', 'default'] as const) {
    await session.transport.updateSession(session.id, { permissionMode });
    expect(await modeOnScreen()).toBe(permissionMode);
    await shown(permissionMode);
  }
});

test('[T10] a mode that is switched at the desk is shown on the page', async () => {
  await pressKey(stage.tmux, session.id, 'BTab');
  await shown('acceptEdits');
  await session.transport.updateSession(session.id, { permissionMode: 'default' });
});

test('[G13] a question that is interrupted from the page was not answered in the terminal', async () => {
  const options = [
    { label: 'PostgreSQL', description: 'A server' },
    { label: 'SQLite', description: 'A file' },
  ];
  const questions = [{ question: 'Which database?', header: 'Database', multiSelect: false, options }];
  await session.play({ blocks: [call('AskUserQuestion', { questions })] });
  const { id } = await session.watcher.nextAsk();
  await session.transport.interrupt(session.id);
  await session.watcher.until(({ asks }) => !asks.some((ask) => ask.id === id));
  const { ask } = await session.transport.getAsk(id);
  expect(ask).toMatchObject({ phase: 'withdrawn', withdrawalReason: 'interrupted' });
  expect(ask.inTerminal).toBeUndefined();
});

test('[G13] where the agent rests, an interruption says that there is nothing to interrupt', async () => {
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  await expect(session.transport.interrupt(session.id)).rejects.toMatchObject({ code: 'invalid_request' });
});
