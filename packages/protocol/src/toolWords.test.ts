import { describe, expect, test } from 'vitest';
import { toolWords } from './toolWords.ts';

describe('toolWords', () => {
  test.each([
    ['Bash', { command: 'ls\nrm x' }, { name: 'Bash', gist: 'ls …' }],
    ['Read', { file_path: '/a' }, { name: 'Read', gist: '/a' }],
    ['mcp__git_hub__create__issue', { title: 'x' }, { name: 'create__issue', server: 'git_hub', gist: 'x' }],
    ['Bash', { command: 5 }, { name: 'Bash', gist: '' }],
    ['toString', {}, { name: 'toString', gist: '' }],
  ])('says of %s what matters', (toolName, input, expected) => {
    expect(toolWords(toolName, input)).toEqual(expected);
  });
});
