import type { EditedFile } from '@beckon/protocol';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ToolInput } from './ToolInput.tsx';

const path = '/home/ana/shop/greet.js';
const file = (change: Partial<EditedFile>): EditedFile => ({ path, found: 'text', sections: [], ...change });
const section = { line: 7, before: 'above\nold name\nbelow\n', after: 'above\nnew name\nand more\nbelow' };
const edit = { file_path: path, old_string: 'old name', new_string: 'new name\nand more' };

/** The rows of the tables, each as a line of text. */
async function rows(): Promise<string[]> {
  const tables = await screen.findAllByRole('table');
  return tables.flatMap((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent).join('|')),
  );
}

describe('an edit against its file', () => {
  it('shows the lines around it with their numbers, and where a line break is missing at the end', async () => {
    const far = { line: 40, before: 'x\n', after: 'y\n' };
    render(<ToolInput toolName="Edit" input={edit} file={file({ sections: [section, far] })} />);
    expect(await rows()).toEqual([
      '7| same|above',
      '8|−removed|old name',
      '9|−removed|below',
      '8|+added|new name',
      '9|+added|and more',
      '10|+added|below no line break at the end',
      '40|−removed|x',
      '41|+added|y',
    ]);
    expect(screen.getByText(path)).toBeTruthy();
  });

  it('stands in two columns where there is room, until its person chooses otherwise, for all diffs and for later', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
    const far = { line: 40, before: 'x\n', after: 'y\n' };
    const shown = <ToolInput toolName="Edit" input={edit} file={file({ sections: [section, far] })} />;
    const { unmount } = render(shown);
    expect(await rows()).toEqual([
      '7| same above|7| same above',
      '8|−removed old name|8|+added new name',
      '9|−removed below|9|+added and more',
      '||10|+added below no line break at the end',
      '40|−removed x|41|+added y',
    ]);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Show in one column' }));
    expect(await rows()).toHaveLength(8);
    unmount();
    render(shown);
    expect(await rows()).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: 'Show side by side' }));
    expect(await rows()).toHaveLength(5);
    width.mockRestore();
  });

  it('stands in one column where one of two would be empty', async () => {
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
    render(
      <ToolInput toolName="Edit" input={edit} file={file({ sections: [{ line: 1, before: 'a\n', after: '' }] })} />,
    );
    expect(await rows()).toEqual(['1|−removed|a']);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
    width.mockRestore();
  });

  it('still shows what else its input says', async () => {
    const input = { ...edit, replace_all: true };
    render(<ToolInput toolName="Edit" input={input} file={file({ sections: [section] })} />);
    await rows();
    expect(screen.getByText('replace_all')).toBeTruthy();
  });

  it.each<[string, Partial<EditedFile>, RegExp]>([
    ['a new one', { found: 'nothing', sections: [{ line: 1, before: '', after: 'x' }] }, /A new file/],
    ['one with line ends of Windows', { hasCrlf: true, sections: [section] }, /CRLF/],
    ['no text', { found: 'binary' }, /no text/],
    ['a link', { found: 'link' }, /link/],
    ['one that was changed meanwhile', { problem: 'not_found' }, /would fail/],
    ['one that has gone', { found: 'nothing', problem: 'not_found', changedAt: 1 }, /has gone since the agent asked/],
    ['one that is not there', { found: 'nothing', problem: 'not_found' }, /no file at this path .* would fail/],
    ['one that has changed', { changedAt: 1, sections: [section] }, /changed since the agent asked/],
    ['one that would be emptied', { sections: [{ line: 1, before: 'a\n', after: '' }] }, /would be empty/],
    ['one that the call would not change', {}, /stay as it is/],
    ['a long change', { isCut: true, sections: [section] }, /too long/],
  ])('says of %s what it is', (_, change, words) => {
    render(<ToolInput toolName="Edit" input={edit} file={file(change)} />);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('shows a notebook by its cell', async () => {
    const cell = { cell: 'first', line: 1, before: 'a', after: 'b' };
    const input = { notebook_path: path, new_source: 'b' };
    render(<ToolInput toolName="NotebookEdit" input={input} file={file({ sections: [cell] })} />);
    await rows();
    expect(screen.getByText(/Cell/).textContent).toBe('Cell first');
  });

  it('shows the texts themselves where the file does not tell all', async () => {
    render(
      <ToolInput toolName="Write" input={{ file_path: path, content: 'all of it' }} file={file({ isCut: true })} />,
    );
    expect(screen.getByText('all of it')).toBeTruthy();
  });
});
