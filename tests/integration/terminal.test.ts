// Terminal sessions end to end: the real `claude` in real tmux, its hooks and its transcript, answered through the gateway.
import { existsSync } from 'node:fs';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    ready: () => watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn' && watcher.count('done') > 0),
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
