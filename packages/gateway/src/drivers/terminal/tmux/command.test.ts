import { expect, test } from 'vitest';
import { toArguments } from './command.ts';

test('commands are separated by a semicolon of its own', () => {
  expect(toArguments([['kill-session', '-t', '=a'], ['list-panes']])).toEqual([
    'kill-session',
    '-t',
    '=a',
    ';',
    'list-panes',
  ]);
});

test.each([
  ['a;', 'a\\;'],
  [';', '\\;'],
  ['a\\;', 'a\\\\;'],
  ['a;b', 'a;b'],
  ['$(x) "y" \'z\'', '$(x) "y" \'z\''],
])('%j does not end a command', (text, argument) => {
  expect(toArguments([['x', text]])).toEqual(['x', argument]);
});
