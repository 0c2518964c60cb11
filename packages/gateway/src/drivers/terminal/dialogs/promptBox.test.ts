import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPromptBox } from './promptBox.ts';
import { asMessage } from './promptTyping.ts';

const folder = new URL('fixtures/', import.meta.url);
const screen = (name: string) => readFileSync(new URL(`${name}.txt`, folder), 'utf8');

test.each([
  ['prompt-working', { takes: 'message', draft: '', permissionMode: 'default', isWorking: true }],
  ['prompt-idle', { takes: 'message', draft: '', permissionMode: 'default', isWorking: false }],
  ['prompt-draft', { takes: 'message', draft: 'a draft of two lines', permissionMode: 'default', isWorking: false }],
  ['prompt-pasted', { takes: 'message', draft: '[Pasted text #1 +4 lines]', isWorking: false }],
  ['prompt-plan-mode', { takes: 'message', draft: '', permissionMode: 'plan', isWorking: false }],
  ['prompt-agents', { takes: 'message', draft: '', permissionMode: 'default', isWorking: false }],
  ['prompt-of-subagent', undefined],
  ['prompt-shell', { takes: 'shell', draft: 'ls', isWorking: false }],
])('%s', (name, box) => {
  expect(readPromptBox(screen(name))).toEqual(box);
});

test('the name of the session may stand in its upper rule', () => {
  const [first = '', ...rows] = screen('prompt-idle').split(/^(?=─+$)/m);
  const named = [first, rows[0]?.replace(/─{8}$/m, ' Boats ─'), ...rows.slice(1)].join('');
  expect(named).toContain('─ Boats ─\n');
  expect(readPromptBox(named)).toEqual(readPromptBox(screen('prompt-idle')));
});

test.each(readdirSync(folder).filter((name) => !name.startsWith('prompt')))('there is none in %s', (name) => {
  expect(readPromptBox(screen(name.replace('.txt', '')))).toBeUndefined();
});

test('a box that a command draws above its dialog is none', () => {
  const drawn = `${'─'.repeat(100)}\n❯ \n${screen('bash').trimStart()}`;
  expect(readPromptBox(drawn)).toBeUndefined();
});

test.each([
  ['hello', 'hello'],
  ['!rm -rf /', ' !rm -rf /'],
  ['/exit', ' /exit'],
  ['#note', ' #note'],
  ['ends in \\', 'ends in \\ '],
  ['look at @src/greet.js', 'look at @src/greet.js '],
  ['to me@example.com', 'to me@example.com'],
  ['a\u001b[201~\rb', 'a[201~\nb'],
])('%j is entered as %j', (text, message) => {
  expect(asMessage(text)).toBe(message);
});
