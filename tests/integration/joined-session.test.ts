// A session that its person started in a terminal of their own, with Beckon's hooks in their settings: it appears, its
// asks can be answered, and without the gateway nothing of it is to be seen.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import type { Ask } from '@beckon/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findClaude } from '../../packages/gateway/src/drivers/terminal/claudeProgram.ts';
import { paneTerminal } from '../../packages/gateway/src/drivers/terminal/dialogs/paneTerminal.ts';
import { enterMessage } from '../../packages/gateway/src/drivers/terminal/dialogs/promptTyping.ts';
import { hooksFor } from '../../packages/gateway/src/drivers/terminal/hooks/hookCommand.ts';
import { installHooks } from '../../packages/gateway/src/drivers/terminal/hooks/settings.ts';
import { Tmux } from '../../packages/gateway/src/drivers/terminal/tmux/tmux.ts';
import { answersDialog, seesDialog } from '../support/desk.ts';
import { AgentStage } from '../support/agentStage.ts';
import { hookProgram } from '../support/hookStage.ts';
import { killWaitingHooks, waitingHookPids } from '../support/waitingHooks.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
/** The person's own tmux, of which Beckon knows nothing. */
let desk: Tmux;
const id = randomUUID();
beforeAll(async () => {
  stage = await AgentStage.open();
  const settings = installHooks('', hooksFor(hookProgram(stage.folder.at('state')), { hasLaterEvents: true }));
  mkdirSync(stage.folder.at('home/.claude'));
  const { hooks } = JSON.parse(settings.ok ? settings.text : '') as { hooks: Record<string, unknown[]> };
  hooks['PreToolUse']?.push({ hooks: [{ type: 'command', command: slowHook() }] });
  writeFileSync(stage.folder.at('home/.claude/settings.json'), JSON.stringify({ hooks }));
  desk = new Tmux({ folder: stage.folder.at('desk'), environment: stage.env });
  const command: [string, ...string[]] = [
    findClaude('', undefined),
    '--session-id',
    id,
    '--permission-mode',
    'default',
  ];
  await desk.start({ name: 'desk', cwd: stage.cwd, command, environment: stage.env });
});
afterAll(async () => {
  await desk.kill('desk');
  await desk.killServer();
  await stage[Symbol.asyncDispose]();
});

/** A hook of the person's own, which takes as long as a file is there. */
const slowHook = () => `while [ -e '${holdUp()}' ]; do touch '${heldUp()}'; sleep 0.05; done`;
const holdUp = () => stage.folder.at('hold-up');
const heldUp = () => stage.folder.at('held-up');

const enter = async (...turns: Parameters<typeof scriptedPrompt>[0]) => {
  await expect
    .poll(() => enterMessage(paneTerminal(desk, 'desk'), scriptedPrompt(turns)), { timeout: 20_000 })
    .toEqual({ type: 'entered' });
};
const touch = (name: string) => call('Bash', { command: `touch ${name}`, description: 'A test' });
const file = (name: string) => stage.folder.at(`work/${name}`);

test('[C10] appears with its conversation, and its ask is answered from the page', async () => {
  using watcher = new Watcher(stage.transport);
  await enter({ blocks: [say('On it.'), touch('joined.txt')] }, { blocks: [say('Thank you.')] });
  const ask = await watcher.nextAsk();
  expect(ask).toMatchObject({ sessionId: id, kind: 'approval', input: { command: 'touch joined.txt' } });
  expect(await stage.transport.getSession(id)).toMatchObject({ driver: 'terminal', cwd: stage.cwd });
  await stage.transport.approveTool(id, { toolCallId: ask.toolCallId });
  await expect.poll(() => existsSync(file('joined.txt'))).toBe(true);
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn' && watcher.count('done') > 0);
  const { messages } = await stage.transport.listMessages(id);
  expect(JSON.stringify(messages)).toContain('On it.');
  expect(JSON.stringify(messages)).toContain('Thank you.');
});

test('what cannot be done with it is not offered, and says so where it is tried', async () => {
  expect((await stage.transport.getSession(id)).abilities).not.toContain('message');
  await expect(stage.transport.sendMessage(id, { content: 'Hello?' })).rejects.toMatchObject({ code: 'not_supported' });
});

test('with the gateway away its terminal works as if Beckon were not there, and it comes back with the next event', async () => {
  await stage.stopGateway();
  await enter({ blocks: [touch('alone.txt')] }, { blocks: [say('Alone.')] });
  await seesDialog(desk, 'desk');
  expect(await desk.screen('desk')).not.toMatch(/hook error/i);
  await answersDialog(desk, 'desk', 'Enter');
  await expect.poll(() => existsSync(file('alone.txt')), { timeout: 10_000 }).toBe(true);

  await stage.startGateway();
  using watcher = new Watcher(stage.transport);
  await enter({ blocks: [touch('again.txt')] });
  const ask = await watcher.nextAsk();
  const { messages } = await stage.transport.listMessages(id);
  expect(JSON.stringify(messages)).toContain('Alone.');
  await stage.transport.denyTool(id, { toolCallId: ask.toolCallId, message: 'Enough.' });
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).includes('settled'));
  expect(existsSync(file('again.txt'))).toBe(false);
  expect(readFileSync(stage.folder.at('home/.claude/settings.json'), 'utf8')).not.toContain('Bearer');
});

test('[C10] after a restart of the gateway it is there at once, and its ask is answered through the hook that waited', async () => {
  const before = new Watcher(stage.transport);
  await enter({ blocks: [touch('replaced.txt')] }, { blocks: [say('At last.')] });
  const ask = await before.nextAsk();
  before[Symbol.dispose]();
  await stage.stopGateway();
  await seesDialog(desk, 'desk');
  await stage.startGateway();
  expect(await stage.transport.getSession(id)).toMatchObject({ state: 'assistant_turn', asks: [{ id: ask.id }] });
  using watcher = new Watcher(stage.transport);
  const updatedInput = { ...ask.input, command: 'touch restarted.txt' };
  await stage.transport.approveTool(id, { toolCallId: ask.toolCallId, updatedInput });
  await watcher.until(() => watcher.stepsOf(ask.toolCallId).at(-1) === 'settled');
  expect([existsSync(file('replaced.txt')), existsSync(file('restarted.txt'))]).toEqual([false, true]);
});

test('[L11] a call that only an earlier gateway had heard of is known by its transcript: what became of it is said', async () => {
  writeFileSync(holdUp(), '');
  await enter({ blocks: [touch('unheard-of.txt')] }, { blocks: [say('Heard of.')] });
  await expect.poll(() => existsSync(heldUp()), { timeout: 10_000 }).toBe(true);
  await stage.stopGateway();
  await stage.startGateway();
  using watcher = new Watcher(stage.transport);
  rmSync(holdUp());
  const ask = await watcher.nextAsk();
  await answersDialog(desk, 'desk', 'Enter');
  const seen = async () => (await stage.transport.getAsk(ask.id)).ask;
  await expect.poll(seen, { timeout: 10_000 }).toMatchObject({ phase: 'withdrawn', inTerminal: { type: 'approve' } });
});

test('[L7] an ask whose hook was killed waits on while its terminal does', async () => {
  using watcher = new Watcher(stage.transport);
  await enter({ blocks: [touch('hookless.txt')] }, { blocks: [say('Without a hook.')] });
  const ask = await watcher.nextAsk();
  // The agent says so in a file of its own, a moment later.
  const own = stage.folder.at(`home/.claude/sessions/${(await desk.find('desk'))?.pid}.json`);
  await expect.poll(() => readFileSync(own, 'utf8'), { timeout: 10_000 }).toContain('"status":"waiting"');
  killWaitingHooks(stage.folder.at('state'));
  await expect.poll(() => waitingHookPids(stage.folder.at('state')), { timeout: 10_000 }).toEqual([]);
  // Longer than it takes to look whether it still waits.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await stage.transport.getAsk(ask.id)).ask.phase).toBe('waiting');
  await answersDialog(desk, 'desk', 'Enter');
  const isKnown = (now: Ask) => now.id === ask.id && now.inTerminal !== undefined;
  await watcher.until(() => watcher.events.find(({ data }) => 'ask' in data && isKnown(data.ask)));
});

test('[L7] what was answered at its desk meanwhile is not asked again', async () => {
  const before = new Watcher(stage.transport);
  await enter({ blocks: [touch('meanwhile.txt')] }, { blocks: [say('Went on alone.')] });
  await before.nextAsk();
  before[Symbol.dispose]();
  await stage.stopGateway();
  await answersDialog(desk, 'desk', 'Enter');
  await expect.poll(() => desk.screen('desk'), { timeout: 10_000 }).toContain('Went on alone.');
  await stage.startGateway();
  using watcher = new Watcher(stage.transport);
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');
  // Its hook was not told of the answer, and has reported once more; it was dismissed.
  await expect.poll(() => waitingHookPids(stage.folder.at('state')), { timeout: 10_000 }).toEqual([]);
  expect(watcher.count('approval_required')).toBe(0);
  expect((await stage.transport.getSession(id)).asks).toEqual([]);
});

test('[T5] one that was killed meanwhile is gone', async () => {
  await stage.stopGateway();
  process.kill((await desk.find('desk'))?.pid ?? 0, 'SIGKILL');
  await stage.startGateway();
  // It may still have been dying when the gateway looked; then it is noticed a little later.
  await expect.poll(async () => (await stage.transport.getSession(id)).state, { timeout: 10_000 }).toBe('dead');
});
