// Conversations that the real agent has kept, begun outside of Beckon: listed, read, gone on with, forked, put away.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call, say, scriptedPrompt, type Turn } from '@beckon/demo-model';
import type { Session, Transport } from '@beckon/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { bundledClaude } from '../support/claudeInTmux.ts';
import { OutsideClaude } from '../support/outsideClaude.ts';
import { beginSession } from '../support/stagedSession.ts';
import { failure } from '../support/transportStage.ts';
import { Watcher } from '../support/watcher.ts';

let stage: AgentStage;
let transport: Transport;
beforeEach(async () => {
  stage = await AgentStage.open();
  ({ transport } = stage);
});
afterEach(() => stage[Symbol.asyncDispose]());

const past = async (query = {}) => (await transport.listSessions({ scope: 'past', ...query })).sessions;

async function onlyPast(): Promise<Session> {
  const [session, ...others] = await past();
  expect(others).toEqual([]);
  if (!session) throw new Error('there is no past session');
  return session;
}

/** What was said in it, by whom. */
async function told(id: string): Promise<string[]> {
  const { messages } = await transport.listMessages(id, { limit: 200 });
  return messages.flatMap(({ role, parts }) =>
    parts.flatMap((part) => (part.type === 'text' && role === 'assistant' ? part.text : [])),
  );
}

/** All that the model was last given to read. */
function lastRequest(): string {
  return JSON.stringify(stage.model.requests.filter(({ tools }) => tools.length > 0).at(-1));
}

const runHeadless = (...turns: Turn[]) => runIn(stage.cwd, turns);

/** Not in the way of the model, which runs in this process. */
async function runIn(cwd: string, turns: Turn[]): Promise<void> {
  const running = run(bundledClaude, ['-p', scriptedPrompt(turns)], { cwd, env: stage.env, timeout: 30_000 });
  running.child.stdin?.end();
  await running;
}

const run = promisify(execFile);

test('a session that ran in a terminal is listed, read, and gone on with by the SDK', async () => {
  await using outside = new OutsideClaude(stage);
  await outside.say([{ blocks: [say('Hello from the terminal.')] }], 'Hello from the terminal.');
  // Its first words stand on the screen before the agent keeps them.
  const words = async () => (await past()).map((session) => session.past);
  await expect.poll(words, { timeout: 20_000 }).toMatchObject([{ origin: 'terminal', runsElsewhere: true }]);
  const [running] = await past();
  const id = running?.id ?? '';
  expect(await failure(transport.sendMessage(id, { content: 'Me too' }))).toMatchObject({ code: 'runs_elsewhere' });
  const resume = { cwd: stage.cwd, resume: id, driver: 'terminal' };
  expect(await failure(transport.createSession(resume))).toMatchObject({ code: 'runs_elsewhere' });
  expect((await transport.listSessions()).sessions).toEqual([]);
  await outside.end();

  const session = await onlyPast();
  expect(session).toMatchObject({ id, cwd: stage.cwd, state: 'dead', abilities: ['message'], asks: [] });
  expect(session.past).toEqual({ origin: 'terminal', place: 'list', bytes: expect.any(Number), version: '2.1.325' });
  expect(session.title).toMatch(/^Play this script/);
  expect(session.usage.inputTokens).toBeGreaterThan(0);
  expect(await told(id)).toEqual(['Hello from the terminal.']);

  using watcher = new Watcher(transport);
  await watcher.open(id);
  await transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [say('And on, in Beckon.')] }]) });
  await watcher.until(() => watcher.count('done') > 0);
  expect(lastRequest()).toContain('Hello from the terminal.');
  expect(await told(id)).toEqual(['Hello from the terminal.', 'And on, in Beckon.']);
  expect(await past()).toEqual([]);
  expect(await transport.getSession(id)).toMatchObject({ driver: 'sdk', title: session.title });
});

test('a session that ran on the SDK is gone on with in a terminal', async () => {
  const begun = await beginSession(stage, { driver: 'sdk' }, { blocks: [say('Hello from the SDK.')] });
  await begun.turnsEnded(1);
  await begun[Symbol.asyncDispose]();
  const { id, title, past: kept } = await onlyPast();
  expect(kept).toMatchObject({ origin: 'beckon' });

  using watcher = new Watcher(transport);
  await transport.createSession({ cwd: stage.cwd, resume: id, driver: 'terminal', title });
  await watcher.until(({ sessions }) => sessions[id]?.state === 'user_turn');
  await transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [say('And on, at the desk.')] }]) });
  await expect.poll(() => told(id), { timeout: 20_000 }).toEqual(['Hello from the SDK.', 'And on, at the desk.']);
  expect(lastRequest()).toContain('Hello from the SDK.');
});

test('a fork has the conversation as far as a message, and goes on from there', async () => {
  await runHeadless(
    { blocks: [say('I run it.'), call('Bash', { command: 'echo fork-result' })] },
    { blocks: [say('Ran.')] },
  );
  const { id, past: kept } = await onlyPast();
  expect(kept).toMatchObject({ origin: 'sdk' });
  const { messages } = await transport.listMessages(id);
  const first = messages.find(({ role }) => role === 'assistant')?.id ?? '';

  const fork = await transport.forkSession(id, { messageId: first });
  expect(fork).toMatchObject({ cwd: stage.cwd, past: { forkedFrom: id, place: 'list' } });
  expect(fork.title).toMatch(/\(fork\)$/);
  expect(await told(fork.id)).toEqual(['I run it.']);
  expect(JSON.stringify(await transport.listMessages(fork.id))).toContain('fork-result');
  using watcher = new Watcher(transport);
  await transport.sendMessage(fork.id, { content: scriptedPrompt([{ blocks: [say('Another way.')] }]) });
  await watcher.until(() => watcher.count('done') > 0);
  expect(lastRequest()).toContain('fork-result');
  expect(lastRequest()).toContain('"text":"I run it."');
  expect(lastRequest()).not.toContain('"text":"Ran."');
  expect(await told(fork.id)).toEqual(['I run it.', 'Another way.']);
  expect(await told(id)).toEqual(['I run it.', 'Ran.']);

  const whole = await transport.forkSession(id);
  expect(await told(whole.id)).toEqual(['I run it.', 'Ran.']);
  const none = await failure(transport.forkSession(id, { messageId: 'msg_nothing' }));
  expect(none.code).toBe('not_found');
  expect((await past()).map((session) => session.id).toSorted()).toEqual([id, whole.id].toSorted());
});

test('a name, the archive and the trash are where the agent finds them, and nothing is lost on the way', async () => {
  await runHeadless({ blocks: [say('Keep me.')] });
  const { id, lastActivityAt } = await onlyPast();
  const renamed = await transport.updateSession(id, { title: 'A better name' });
  expect(renamed).toMatchObject({ title: 'A better name', lastActivityAt });
  expect((await past({ q: 'better NAME' })).map((session) => session.id)).toEqual([id]);

  await transport.updateSession(id, { isArchived: true });
  expect(await past()).toEqual([]);
  expect((await transport.listSessions({ scope: 'archive' })).sessions).toMatchObject([{ id }]);
  expect(await agentsOwnList()).toContainEqual(
    expect.objectContaining({ customTitle: 'A better name', archived: true }),
  );
  await transport.updateSession(id, { isArchived: false });
  expect((await past())[0]?.past?.place).toBe('list');

  await transport.deleteSession(id);
  expect(await past()).toEqual([]);
  expect(await agentsOwnList()).toEqual([]);
  expect((await transport.listSessions({ scope: 'trash' })).sessions).toMatchObject([{ id, abilities: [] }]);
  expect(await told(id)).toEqual(['Keep me.']);
  const refusal = await failure(transport.sendMessage(id, { content: 'Hello?' }));
  expect(refusal.message).toContain('in the trash');
  expect(await transport.restoreSession(id)).toMatchObject({ id, title: 'A better name', past: { place: 'list' } });
  expect(await told(id)).toEqual(['Keep me.']);

  await transport.deleteSession(id);
  await transport.deleteSession(id, { from: 'trash' });
  expect((await transport.listSessions({ scope: 'trash' })).sessions).toEqual([]);
  expect((await failure(transport.getSession(id))).code).toBe('session_not_found');
  const log = (await transport.readLog({ session: id })).entries.map(({ type, data }) => [
    type,
    'to' in data && data.to,
  ]);
  expect(log.filter(([type]) => type === 'past_session_moved').map(([, to]) => to)).toEqual(
    ['archive', 'list', 'trash', 'list', 'trash', 'gone'].toReversed(),
  );
});

test('a session whose folder is gone can be read, and says why it cannot go on', async () => {
  await runHeadless({ blocks: [say('Still here.')] });
  const { id } = await onlyPast();
  rmSync(stage.cwd, { recursive: true });
  expect(await transport.getSession(id)).toMatchObject({ abilities: [], past: { isFolderGone: true } });
  expect(await told(id)).toEqual(['Still here.']);
  const refusal = await failure(transport.sendMessage(id, { content: 'Hello?' }));
  expect(refusal).toMatchObject({ code: 'folder_not_found' });
  expect(refusal.message).toContain(stage.cwd);
  expect((await transport.listSessions()).sessions).toEqual([]);
});

test('[L12] nothing of the folder runs before its person has trusted it', async () => {
  const cwd = stage.folder.at('another');
  mkdirSync(cwd);
  await runIn(cwd, [{ blocks: [say('No hooks yet.')] }]);
  const { id } = await onlyPast();
  const hook = { type: 'command', command: 'touch ran-unasked' };
  mkdirSync(join(cwd, '.claude'));
  writeFileSync(join(cwd, '.claude/settings.json'), JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }));
  using watcher = new Watcher(transport);
  await transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [say('Trusted.')] }]) });
  const ask = await watcher.nextAsk();
  expect(ask).toMatchObject({ kind: 'trust', sessionId: id });
  expect(existsSync(join(cwd, 'ran-unasked'))).toBe(false);
  expect(await told(id)).toEqual(['No hooks yet.']);
  await transport.answer(ask.id, { type: 'approve' });
  await watcher.until(() => watcher.count('done') > 0);
  expect(await told(id)).toEqual(['No hooks yet.', 'Trusted.']);
});

test('two messages at once bring one agent', async () => {
  await runHeadless({ blocks: [say('One.')] });
  const { id } = await onlyPast();
  using watcher = new Watcher(transport);
  const message = (text: string) => transport.sendMessage(id, { content: scriptedPrompt([{ blocks: [say(text)] }]) });
  await Promise.all([message('Two.'), message('Three.')]);
  await watcher.until(() => watcher.count('done') >= 2);
  expect((await transport.listSessions()).sessions).toHaveLength(1);
  expect((await told(id)).toSorted()).toEqual(['One.', 'Three.', 'Two.']);
});

/** As the SDK tells it, in a process with this home. */
async function agentsOwnList(): Promise<unknown[]> {
  const script = `import('@anthropic-ai/claude-agent-sdk').then(async (sdk) => {
    console.log(JSON.stringify(await sdk.listSessions({ dir: ${JSON.stringify(stage.cwd)} })));
  })`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env: stage.env, encoding: 'utf8' })) as unknown[];
}

test('what is kept of the list is private, and is made anew where it is thrown away', async () => {
  await runHeadless({ blocks: [say('Indexed.')] });
  const { id } = await onlyPast();
  const index = stage.folder.at('state/past.jsonl');
  await expect.poll(() => readdirSync(stage.folder.at('state'))).toContain('past.jsonl');
  await expect.poll(() => readFileSync(index, 'utf8')).toContain(id);
  expect(execFileSync('stat', ['-c', '%a', index], { encoding: 'utf8' }).trim()).toBe('600');
  await stage.stopGateway();
  rmSync(index);
  await stage.startGateway();
  ({ transport } = stage);
  expect((await onlyPast()).id).toBe(id);
});
