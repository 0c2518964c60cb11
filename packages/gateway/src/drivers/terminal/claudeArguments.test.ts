import { describe, expect, test } from 'vitest';
import { chooseConversation, lastingArguments, modeIn, opensSession, takeOption } from './claudeArguments.ts';

describe('which arguments open a session in a terminal', () => {
  test.each([
    [[]],
    [['fix the tests']],
    [['-c']],
    [['--resume']],
    [['--resume', 'mcp']],
    [['--model', 'opus', 'why is it slow?']],
    [['--append-system-prompt', '-p']],
    [['--', '-p']],
    [['--', 'mcp']],
    [['--debug', 'mcp']],
    [['please list mcp servers']],
  ])('%j does', (args) => expect(opensSession(args)).toBe(true));

  test.each([
    [['-p', 'hi']],
    [['hi', '--print']],
    [['-cp', 'go on']],
    [['-pc', 'go on']],
    [['--version']],
    [['-v']],
    [['--help']],
    [['mcp', 'list']],
    [['--model', 'opus', 'mcp', 'list']],
    [['--add-dir', 'a', 'b', '--verbose', 'doctor']],
    [['config']],
    [['doctor']],
    [['--bg', 'work']],
    [['--bare']],
  ])('%j does not', (args) => expect(opensSession(args)).toBe(false));
});

test.each([
  [['-c'], true],
  [['-r'], true],
  [['--resume=3f6e'], true],
  [['--session-id', '51f6e018-c080-40ad-87d2-772796127a2c'], true],
  [['--model', '--resume'], false],
  [['go on'], false],
])('%j names its conversation: %s', (args, chooses) => expect(chooseConversation(args)).toBe(chooses));

test.each([
  [
    ['--model', 'opus', 'fix it'],
    ['--model', 'opus'],
  ],
  [['-c', '--fork-session', '--verbose'], ['--verbose']],
  [
    ['--resume', 'abc', '--add-dir', '../a', '../b'],
    ['--add-dir', '../a', '../b'],
  ],
  [['--name', 'mine', '--', 'fix it'], []],
  [['-dc'], ['-dc']],
])('of %j the next agent gets %j: no prompt is said twice', (args, lasting) => {
  expect(lastingArguments(args)).toEqual(lasting);
});

test('the last of several values counts, and all of them are taken out', () => {
  const args = ['--settings', 'a.json', '--verbose', '--settings=b.json', 'hi'];
  expect(takeOption(args, '--settings')).toEqual({ value: 'b.json', rest: ['--verbose', 'hi'] });
});

test.each([
  [['--permission-mode', 'plan'], 'plan'],
  [['--permission-mode=acceptEdits'], 'acceptEdits'],
  [['--dangerously-skip-permissions'], 'bypassPermissions'],
  [['--model', 'plan'], undefined],
])('%j is in mode %s', (args, mode) => expect(modeIn(args)).toBe(mode));
