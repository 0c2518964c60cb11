// [L15] An agent reports its mode, or something that holds its hook secret does in its name; the next agent is started in
// the mode that its person chose. With the real agent, killed and brought back.
import { existsSync } from 'node:fs';
import { call, say } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { forgeMode } from '../support/forgedMode.ts';
import type { StagedSession } from '../support/stagedSession.ts';
import { beginSession } from '../support/stagedSession.ts';

let stage: AgentStage;
beforeAll(async () => {
  stage = await AgentStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const done = { blocks: [say('Done.')] };
const modeBecomes = ({ watcher, id }: StagedSession, mode: string) =>
  watcher.until(({ sessions }) => sessions[id]?.permissionMode === mode);

async function killAgent({ id, watcher }: StagedSession): Promise<void> {
  process.kill(await stage.pidOf(id), 'SIGKILL');
  await watcher.until(({ sessions }) => sessions[id]?.state === 'dead');
}

/** The session is brought back, asks about what a freer mode would have run, and is told no. */
async function asksAbout(session: StagedSession, block: ReturnType<typeof call>): Promise<void> {
  await session.play({ blocks: [block], whenDenied: [say('Then not.')] }, done);
  const ask = await session.watcher.until(({ asks }) =>
    Object.values(asks).find(({ state, sessionId }) => state === 'open' && sessionId === session.id),
  );
  await session.transport.denyTool(session.id, { toolCallId: ask.toolCallId, askId: ask.id });
}

test('[L15] a forged PreToolUse with the session’s own secret raises what is shown, and nothing else', async () => {
  await using session = await beginSession(stage, { driver: 'terminal' }, done);
  await session.turnsEnded(1);
  expect(await forgeMode(stage.folder.at('state'), session.id)).toBe(200);
  await modeBecomes(session, 'bypassPermissions');

  await killAgent(session);
  await asksAbout(session, call('Bash', { command: 'touch forged.txt', description: 'A test' }));
  await modeBecomes(session, 'default');
  expect(existsSync(stage.folder.at('work/forged.txt'))).toBe(false);
});

test('[L15] a mode that an SDK agent came into on its way is that agent’s alone', async () => {
  const write = (name: string) => call('Write', { file_path: stage.folder.at(`work/${name}`), content: 'x' });
  await using session = await beginSession(stage, { driver: 'sdk' }, { blocks: [write('first.txt')] }, done);
  const ask = await session.watcher.nextAsk();
  await session.transport.approveTool(session.id, { toolCallId: ask.toolCallId, remember: true });
  await modeBecomes(session, 'acceptEdits');
  await session.turnsEnded(1);

  await killAgent(session);
  await asksAbout(session, write('second.txt'));
  await modeBecomes(session, 'default');
  expect(existsSync(stage.folder.at('work/second.txt'))).toBe(false);
});
