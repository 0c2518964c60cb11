import { expect, test } from 'vitest';
import { PermissionMode, PermissionSuggestion, suggestionText } from './permission.ts';

test('a suggestion is shown in its driver’s words, and keeps what its driver needs', () => {
  const suggestion = PermissionSuggestion.parse({
    text: 'Allow Bash(ls), for this session',
    type: 'addRules',
    deep: [1],
  });
  expect(suggestionText(suggestion)).toBe('Allow Bash(ls), for this session');
  expect(suggestion).toMatchObject({ type: 'addRules', deep: [1] });
});

test('a suggestion that an earlier version has kept without words is shown as it is', () => {
  const kept = { type: 'addDirectories', directories: ['/srv'] };
  expect(suggestionText(PermissionSuggestion.parse(kept))).toBe('{"type":"addDirectories","directories":["/srv"]}');
});

test.each(['--dangerous', '', ' plan', 'a b', 'x'.repeat(65)])('“%s” is no permission mode of any agent', (text) => {
  expect(PermissionMode.safeParse(text).success).toBe(false);
});
