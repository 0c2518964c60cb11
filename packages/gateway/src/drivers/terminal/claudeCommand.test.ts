import { expect, test } from 'vitest';
import type { AgentSpec } from '../driver.ts';
import { commandArguments, startingMode } from './claudeCommand.ts';

const spec = (change: Partial<AgentSpec> = {}): AgentSpec => ({
  sessionId: '51f6e018-c080-40ad-87d2-772796127a2c',
  cwd: '/work',
  permissionMode: 'plan',
  model: undefined,
  programArguments: [],
  conversation: 'new',
  ...change,
});
const argumentsOf = (change: Partial<AgentSpec>, resumed?: string) =>
  commandArguments(spec(change), { resumed, settingsPath: '/s.json' }).join(' ');
const id = `--session-id ${spec().sessionId}`;

test.each<[string, Partial<AgentSpec>, string]>([
  ['the mode that was chosen', {}, `--permission-mode plan ${id} --settings /s.json`],
  ['nothing but what makes it ours to follow', { hasOwnDefaults: true }, `${id} --settings /s.json`],
  [
    'the settings of its person, which are in our file',
    { hasOwnDefaults: true, programArguments: ['--settings', '{}', '--verbose'] },
    `--verbose ${id} --settings /s.json`,
  ],
  [
    'their own conversation',
    { hasOwnDefaults: true, programArguments: ['-c', 'go on'] },
    '-c go on --settings /s.json',
  ],
  [
    'words that look like options',
    { hasOwnDefaults: true, programArguments: ['--', '--help'] },
    `${id} --settings /s.json -- --help`,
  ],
  [
    'nothing of a folder that is not trusted, whatever was typed',
    { hasOwnDefaults: true, folderTrust: 'without_settings', programArguments: ['--setting-sources', 'project'] },
    `--setting-sources project --setting-sources user --strict-mcp-config ${id} --settings /s.json`,
  ],
])('it is started with %s', (_, change, words) => expect(argumentsOf(change)).toBe(words));

test('one that takes its place goes on, and is not told the prompt again', () => {
  const change = {
    conversation: 'kept' as const,
    hasOwnDefaults: true,
    programArguments: ['--model', 'opus', '-c', 'hi'],
  };
  expect(argumentsOf(change, 'abc')).toBe('--model opus --resume abc --settings /s.json');
});

test.each([
  [['--permission-mode', 'acceptEdits'], 'acceptEdits'],
  [['--dangerously-skip-permissions'], 'bypassPermissions'],
  [['--permission-mode', 'manual'], 'plan'],
  [[], 'plan'],
])('with %j it is known to start in %s', (programArguments, mode) => {
  expect(startingMode(spec({ hasOwnDefaults: true, programArguments }))).toBe(mode);
});
