import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ToolInput } from './ToolInput.tsx';
import { toolWords } from './toolWords.ts';

describe('[C6] ToolInput', () => {
  it('shows an edit as a diff with words for what colours say', async () => {
    render(
      <ToolInput toolName="Edit" input={{ file_path: '/a.ts', old_string: 'one\ntwo', new_string: 'one\nthree' }} />,
    );
    expect(screen.getByText('/a.ts')).toBeTruthy();
    const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
    expect(rows).toEqual([' sameone', '−removedtwo', '+addedthree']);
  });

  it('is never blank: both texts are there before the diff is', () => {
    render(
      <ToolInput toolName="Edit" input={{ file_path: '/a.ts', old_string: 'old words', new_string: 'new words' }} />,
    );
    expect(screen.getByText('old words')).toBeTruthy();
    expect(screen.getByText('new words')).toBeTruthy();
  });

  it('shows every edit of several', async () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd', replace_all: true },
    ];
    render(<ToolInput toolName="MultiEdit" input={{ file_path: '/a.ts', edits }} />);
    expect(await screen.findAllByRole('table')).toHaveLength(2);
    expect(screen.getByText('replace_all')).toBeTruthy();
  });

  it('falls back to plain fields where edits are not what they should be', () => {
    render(<ToolInput toolName="MultiEdit" input={{ file_path: '/a.ts', edits: [{ old_string: 1 }] }} />);
    expect(screen.getByText('edits')).toBeTruthy();
  });

  it('shows any other input field by field', () => {
    render(<ToolInput toolName="mcp__github__create_issue" input={{ title: 'Broken', labels: ['bug'] }} />);
    expect(screen.getByText('title')).toBeTruthy();
    expect(screen.getByText('Broken')).toBeTruthy();
    expect(screen.getByText(/"bug"/)).toBeTruthy();
  });
});

describe('toolWords', () => {
  it.each([
    ['Bash', { command: 'ls\nrm x' }, { name: 'Bash', gist: 'ls …' }],
    ['Read', { file_path: '/a' }, { name: 'Read', gist: '/a' }],
    ['mcp__git_hub__create__issue', { title: 'x' }, { name: 'create__issue', server: 'git_hub', gist: 'x' }],
    ['Bash', { command: 5 }, { name: 'Bash', gist: '' }],
    ['toString', {}, { name: 'toString', gist: '' }],
  ])('says of %s what matters', (toolName, input, expected) => {
    expect(toolWords(toolName, input)).toEqual(expected);
  });
});
