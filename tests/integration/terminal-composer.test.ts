// What is written to an agent in a terminal does what it does at the desk, and what the terminal shows of it is told: the real
// `claude` in real tmux.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentStage } from '../support/agentStage.ts';
import { pdfFile, pdfText, textFile } from '../support/documents.ts';
import { beginSession, type StagedSession } from '../support/stagedSession.ts';

let stage: AgentStage;
let session: StagedSession;
beforeAll(async () => {
  stage = await AgentStage.open();
  session = await beginSession(stage, { driver: 'terminal' }, { blocks: [say('Hello.')] });
  await session.turnsEnded(1);
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const send = (content: Parameters<StagedSession['transport']['sendMessage']>[1]['content']) =>
  session.transport.sendMessage(session.id, { content });
const shown = () => session.watcher.view.sessions[session.id]?.terminal ?? {};
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test('the model and how much it has before it are told', async () => {
  await session.watcher.until(() => shown().model);
  expect(shown().model).toMatch(/^claude-/);
  expect(shown().contextTokens).toBeGreaterThan(100);
});

test('a slash command that opens a screen says so, until that is closed', async () => {
  await send('/model');
  await session.watcher.until(() => shown().menu);
  expect(shown().menu).toBe('Select model');
  await expect(send('hello')).rejects.toThrow('no place to write');
  await session.transport.typeIntoPane(session.id, { data: Buffer.from('\u001b').toString('base64') });
  await session.watcher.until(() => shown().menu === undefined);
});

test('an exclamation mark runs a command in its shell, as at the desk', async () => {
  await send('!touch from-shell.txt');
  await expect.poll(() => existsSync(stage.folder.at('work/from-shell.txt')), { timeout: 20_000 }).toBe(true);
  await session.watcher.until(() => session.conversation().includes('!touch from-shell.txt'));
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
});

test('[T11] a picture goes in by its path, and the model gets it', async () => {
  await send([
    { type: 'image', mediaType: 'image/png', data: pixel },
    { type: 'text', text: scriptedPrompt([{ blocks: [say('I see a pixel.')] }]) },
  ]);
  await session.watcher.until(() => session.conversation().includes('I see a pixel.'));
  const request = stage.model.requests.findLast(({ messages }) => JSON.stringify(messages).includes('I see a pixel.'));
  expect(JSON.stringify(request?.messages)).toContain('"kind":"image"');
});

test('[T11] documents go in by their paths: the model gets a text with the message, and reads a PDF itself', async () => {
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  await send([
    textFile('my; notes.txt', 'The word is pomegranate.'),
    pdfFile('a plan.pdf'),
    { type: 'text', text: scriptedPrompt([{ blocks: [say('I have read both.')] }]) },
  ]);
  await session.watcher.until(() => session.conversation().includes('"I have read both."'));
  const request = stage.model.requests.findLast(({ messages }) => JSON.stringify(messages).includes('read both.'));
  const told = JSON.stringify(request?.messages);
  expect(told).toContain('The word is pomegranate.');
  const path = /[^\s"@]+\/beckon-documents-\w+\/2-a_plan\.pdf/.exec(told)?.[0] ?? '';
  expect(readFileSync(path, 'utf8')).toBe(pdfText);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(session.conversation()).toContain('[document my__notes.txt] [document a_plan.pdf] Play this');
});

test('messages that wait while the agent works are seen until it reads them', async () => {
  // The turn before must be over, or the story itself would wait its turn.
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'user_turn');
  const slow = { blocks: [say('A long story. '.repeat(130))], pace: { chunkChars: 10, delayMs: 100 } };
  await send(scriptedPrompt([slow]));
  await session.watcher.until(({ sessions }) => sessions[session.id]?.state === 'assistant_turn');
  await send('first in line');
  await send('second in line');
  await session.watcher.until(() => shown().queuedMessages?.length === 2);
  expect(shown().queuedMessages).toEqual(['first in line', 'second in line']);
  await session.watcher.until(() => shown().queuedMessages === undefined);
  await session.watcher.until(() => session.conversation().includes('second in line'));
});

test('a command in the background is counted while it runs', async () => {
  const sleeper = { command: 'sleep 30', description: 'Sleep', run_in_background: true };
  await send(scriptedPrompt([{ blocks: [call('Bash', sleeper)] }, { blocks: [say('It runs.')] }]));
  await session.watcher.until(() => session.conversation().includes('It runs.'));
  await session.watcher.until(() => shown().shells === 1);
});
