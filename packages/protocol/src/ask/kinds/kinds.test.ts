import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AskDraft } from '../ask.ts';
import { headline } from '../describe.ts';
import { askKinds } from './index.ts';

const sessionId = '11111111-1111-4111-8111-111111111111';
const call = (toolName: string, input = {}): AskDraft => ({
  kind: 'approval',
  sessionId,
  toolCallId: 'call-1',
  toolName,
  input,
  suggestions: [],
  defaultToNo: false,
});
const questions = (...texts: string[]): AskDraft => ({
  kind: 'question',
  sessionId,
  toolCallId: 'call-1',
  toolName: 'AskUserQuestion',
  input: {},
  questions: texts.map((question) => ({ header: 'Header', question, options: [], multiSelect: false })),
});
const planned = (plan: string): AskDraft => ({
  kind: 'plan',
  sessionId,
  toolCallId: 'call-1',
  toolName: 'ExitPlanMode',
  input: {},
  plan,
});

test.each([
  [call('Bash', { command: 'npm test' }), 'Run npm test'],
  [call('Bash', { command: 'npm test\nrm -r x' }), 'Run npm test …'],
  [call('Edit', { file_path: '/a/b.ts' }), 'Edit /a/b.ts'],
  [call('MultiEdit', { file_path: '/a/b.ts' }), 'Edit /a/b.ts'],
  [call('Write', { file_path: '/a/b.ts' }), 'Write /a/b.ts'],
  [call('WebFetch', { url: 'https://docs.example.com/a?b' }), 'Fetch docs.example.com'],
  [call('WebFetch', { url: 'https://docs.example.com@evil.test/a' }), 'Fetch evil.test'],
  [call('WebFetch', { url: 'file:///etc/passwd' }), 'Fetch file:///etc/passwd'],
  [call('Bash'), 'Use Bash'],
  [call('toString', { a: 'b' }), 'Use toString: b'],
  [call('mcp__deploy__roll_out', { target: 'blue' }), 'Use roll_out from deploy: blue'],
  [questions('Which database?'), 'Answer “Which database?”'],
  [questions('Which database?', 'And why?', 'Since when?'), 'Answer “Which database?” and 2 more'],
  [planned('## Steps\n\n1. Do it'), 'Review the plan “Steps …”'],
  [planned(' '), 'Review the plan'],
])('begins with what its person is to do: %#', (ask, words) => {
  expect(headline(ask)).toBe(words);
});

test.each([
  [call('Edit', { file_path: '/home/ana/shop/src/a.ts' }), 'Edit src/a.ts'],
  [call('Edit', { file_path: '/home/ana/shopping/a.ts' }), 'Edit /home/ana/shopping/a.ts'],
  [call('Write', { file_path: '/home/ana/shop/../.ssh/id' }), 'Write /home/ana/shop/../.ssh/id'],
  [call('Bash', { command: '/home/ana/shop/run' }), 'Run /home/ana/shop/run'],
])('names a file by its path in the folder of its session, and no other: %#', (ask, words) => {
  expect(headline(ask, '/home/ana/shop')).toBe(words);
});

/** Where it matters which kind an ask is, beside a kind's own file: each says no to kinds that it does not know. */
const knowKinds = [
  // How Claude's own dialogs and tools look, which drivers translate.
  'gateway/src/drivers/sdk/prepareAsk.ts',
  'gateway/src/drivers/terminal/dialogs/matchesAsk.ts',
  'gateway/src/drivers/terminal/dialogs/nextStep.ts',
  'gateway/src/drivers/terminal/hooks/permissionReply.ts',
];

describe('nobody asks which kind an ask is, but its kind', () => {
  const packages = fileURLToPath(new URL('../../../..', import.meta.url));
  const names = Object.keys(askKinds).join('|');
  const compared = new RegExp(String.raw`kind (?:===|!==) '(?:${names})'|case '(?:${names})':`);
  const sources = ['protocol', 'gateway', 'web'].flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|suite)\.tsx?$/.test(path))
      .map((path) => join(name, 'src', path)),
  );
  const comparing = sources.filter((path) => compared.test(readFileSync(join(packages, path), 'utf8')));

  test('in the sources', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(comparing.filter((path) => !knowKinds.includes(path))).toEqual([]);
  });

  test('and what is let off needs to be', () => {
    expect(knowKinds.filter((path) => !comparing.includes(path))).toEqual([]);
  });
});
