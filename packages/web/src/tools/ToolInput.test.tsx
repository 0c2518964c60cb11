import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ToolInput } from './ToolInput.tsx';

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
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(expect.arrayContaining(['old words', 'new words']));
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

  it('leaves out only what an edit says by saying nothing: that it replaces one place', () => {
    const edit = { old_string: 'a', new_string: 'b', replace_all: false };
    const { rerender } = render(<ToolInput toolName="Edit" input={{ file_path: '/a.ts', ...edit }} />);
    expect(screen.queryByText('replace_all')).toBeNull();
    rerender(<ToolInput toolName="MultiEdit" input={{ file_path: '/a.ts', edits: [edit] }} />);
    expect(screen.queryByText('replace_all')).toBeNull();
    rerender(<ToolInput toolName="Edit" input={{ file_path: '/a.ts', ...edit, replace_all: true }} />);
    expect(screen.getByText('replace_all')).toBeTruthy();
    rerender(<ToolInput toolName="mcp__files__edit" input={{ replace_all: false }} />);
    expect(screen.getByText('replace_all')).toBeTruthy();
  });

  it('lets a long path break after its slashes', () => {
    const { container } = render(<ToolInput toolName="Read" input={{ file_path: '/home/ana/shop' }} />);
    expect(container.querySelector('p')?.innerHTML).toContain('/<wbr>home/<wbr>ana/<wbr>shop');
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
