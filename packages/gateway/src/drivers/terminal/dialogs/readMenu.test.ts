import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMenu } from './readMenu.ts';

const folder = new URL('fixtures/', import.meta.url);
const screen = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.each([
  ['menu-model', 'Select model'],
  ['menu-resume', 'Resume session'],
  ['menu-config', 'Settings'],
  ['menu-tasks', 'Background'],
])('%s', (name, title) => {
  expect(readMenu(screen(`${name}.txt`))).toBe(title);
});

test.each(readdirSync(folder).filter((name) => !name.startsWith('menu')))('there is none in %s', (name) => {
  expect(readMenu(screen(name))).toBeUndefined();
});

test('its footer may take two rows', () => {
  const narrow = screen('menu-model.txt').replace('· Esc to cancel', '·\n   Esc to cancel');
  expect(readMenu(narrow.replace('this session only', 'this\n   session only'))).toBe('Select model');
});

test('one that a command printed, above the prompt, is none', () => {
  expect(readMenu(`${screen('menu-model.txt').trimEnd()}\n${screen('prompt-idle.txt')}`)).toBeUndefined();
});
