// An edit that is too large for its ask is compared with its file, shown bit by bit, and approved once all of that has been shown.
import type { EditedFile, FileComparison, FileSection } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { approval, session } from '../../test/fixtures.ts';
import { largeInput } from '../../test/largeInput.ts';
import { renderOn, setStage } from '../../test/renderWithBeckon.tsx';
import { ToolApproval } from '../ToolApproval.tsx';

const path = '/home/ana/shop/large.txt';
const content = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
const write = largeInput({ file_path: path, content }, ['content'], { piece: 100 });
const section = (line: number): FileSection => ({ line, before: `old ${line}\n`, after: `new ${line}\n` });
const lines = { added: 3, removed: 3 };

function page(number: number, change: Partial<EditedFile> = {}, pages = 3): FileComparison {
  const sections = [section(number * 100 + 1)];
  return { file: { path, found: 'text', version: 'one', lines, sections, ...change }, page: number, pages };
}

// What is loaded later is there, so that a test need not wait for it.
beforeAll(async () => {
  await import('./LargeEdit.tsx');
  await import('../../tools/DiffTable.tsx');
});

const ask = (change: Partial<EditedFile> = {}) =>
  approval({
    toolName: 'Write',
    ...write,
    file: { path, found: 'text', version: 'one', sections: [], isCut: true, ...change },
  });

function show(comparisons: FileComparison[], asked = ask()) {
  const stage = setStage([session()]);
  stage.beckon.store.setState({ about: stage.transport.aboutGateway });
  for (const piece of write.pieces) stage.transport.inputPieces.set(piece.offset, piece);
  stage.transport.comparisons = comparisons;
  const rendered = renderOn(stage, <ToolApproval ask={asked} />);
  return { ...stage, ...rendered, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const more = 'Show more of the change';
const shownLines = () => screen.getAllByRole('table').map((table) => table.querySelector('tbody td')?.textContent);

describe('an edit that is too large for its ask', () => {
  it('shows the first part of its change at once, says how much there is, and further parts as one asks for them', async () => {
    const { user, transport } = show([page(0), page(1), page(2)]);
    await screen.findByText('1 of 3 parts of the change shown');
    await waitFor(() => expect(shownLines()).toEqual(['1']));
    expect(await screen.findByText('+3 −3')).toBeTruthy();
    await user.click(button(more));
    await screen.findByText('2 of 3 parts of the change shown');
    await waitFor(() => expect(shownLines()).toEqual(['1', '101']));
    await user.click(button(more));
    await screen.findByText('All of the change is shown');
    await waitFor(() => expect(shownLines()).toEqual(['1', '101', '201']));
    expect(transport.callsTo('compareFile').map(([, query]) => query)).toEqual([
      { page: 0 },
      { page: 1, version: 'one' },
      { page: 2, version: 'one' },
    ]);
  });

  it('is approved once all of the change has been shown, and not before', async () => {
    const { user, transport } = show([page(0), page(1), page(2)]);
    await screen.findByText('1 of 3 parts of the change shown');
    expect(isDisabled('Approve')).toBe(true);
    await user.click(button(more));
    await screen.findByText('2 of 3 parts of the change shown');
    expect(isDisabled('Approve')).toBe(true);
    await user.click(button(more));
    await waitFor(() => expect(isDisabled('Approve')).toBe(false));
    await user.click(button('Approve'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', fileVersion: 'one' });
  });

  it('is also read where all pieces of what the agent sent have been shown', async () => {
    const { user } = show([page(0), page(1), page(2)]);
    await screen.findByText('1 of 3 parts of the change shown');
    await user.click(screen.getByRole('button', { name: /^What the agent sent/ }));
    for (let number = 1; number <= write.pieces.length; number++) {
      expect(isDisabled('Approve')).toBe(true);
      await user.click(button('Show the next piece'));
      await screen.findByText(new RegExp(`^${number} of \\d+ piece`));
    }
    expect(isDisabled('Approve')).toBe(false);
  });

  it('shows its beginning and its end while it is being compared, and says so', async () => {
    const stage = setStage([session()]);
    stage.beckon.store.setState({ about: stage.transport.aboutGateway });
    stage.transport.comparisons = [page(0, {}, 1)];
    const letGo = stage.transport.holdReplies();
    renderOn(stage, <ToolApproval ask={ask()} />);
    await screen.findByText('Comparing it with the file…');
    expect(screen.getByRole('figure', { name: 'content, its beginning' })).toBeTruthy();
    expect(isDisabled('Approve')).toBe(true);
    await act(async () => letGo());
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(screen.queryByText('Comparing it with the file…')).toBeNull();
    await waitFor(() => expect(isDisabled('Approve')).toBe(false));
  });

  it('begins anew where the file has changed between two parts, and what was shown is unread again', async () => {
    const { user, transport } = show([page(0), page(1), page(2)]);
    await screen.findByText('1 of 3 parts of the change shown');
    transport.comparisons = [page(0), { ...page(0, { version: 'two', sections: [section(7)] }), isAnew: true }];
    await user.click(button(more));
    await waitFor(() => expect(transport.callsTo('compareFile').length).toBeGreaterThan(1));
    expect(isDisabled('Approve')).toBe(true);
  });

  it('is compared anew where its ask says that the file has changed', async () => {
    const { transport, rerender } = show([page(0, {}, 1)]);
    await waitFor(() => expect(isDisabled('Approve')).toBe(false));
    transport.comparisons = [page(0, { version: 'two', sections: [section(7)] }, 2), page(1, { version: 'two' }, 2)];
    rerender(<ToolApproval ask={ask({ version: 'two', changedAt: 5 })} />);
    expect(isDisabled('Approve')).toBe(true);
    await screen.findByText('1 of 2 parts of the change shown');
    await waitFor(() => expect(shownLines()).toEqual(['7']));
    expect(screen.getByText(/^The file has changed since the agent asked/)).toBeTruthy();
    expect(isDisabled('Approve')).toBe(true);
  });

  it.each<[string, Partial<EditedFile>, string]>([
    ['no text', { found: 'binary' }, 'What is there now is no text, and is not shown.'],
    ['gone', { found: 'nothing' }, 'A new file: there is none at this path yet.'],
    ['too large', { found: 'too_large' }, 'The file is too large to be compared with.'],
    ['too long', { isCut: true }, 'The change is too long to be shown in its place in the file.'],
    [
      'not what it takes it for',
      { problem: 'not_found' },
      'What it wants to replace was not in the file when Beckon looked: the edit would fail.',
    ],
  ])('is shown in pieces, with the reason, where the file is %s', async (_, change, words) => {
    show([page(0, { sections: [], ...change }, 0)]);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(button('Show the next piece')).toBeTruthy();
    expect(isDisabled('Approve')).toBe(true);
  });

  it('says that nothing changes where nothing does', async () => {
    show([page(0, { sections: [], lines: { added: 0, removed: 0 } }, 0)]);
    expect(await screen.findByText('The file would stay as it is.')).toBeTruthy();
    expect(isDisabled('Approve')).toBe(false);
  });

  it('says why it could not be compared, shows the pieces, and tries again', async () => {
    const stage = setStage([session()]);
    stage.beckon.store.setState({ about: stage.transport.aboutGateway });
    stage.transport.failures.set('compareFile', new BeckonError('internal', 'The disk is full.'));
    stage.transport.comparisons = [page(0, {}, 1)];
    renderOn(stage, <ToolApproval ask={ask()} />);
    const problem = 'It could not be compared with the file. The disk is full.';
    expect((await screen.findByRole('alert')).textContent).toContain(problem);
    expect(button('Show the next piece')).toBeTruthy();
    stage.transport.failures.clear();
    await userEvent.setup().click(button('Try again'));
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('shows what the comparison does not', async () => {
    const edit = largeInput(
      { file_path: path, old_string: content, new_string: `${content}!`, replace_all: true, note: 'odd' },
      ['old_string', 'new_string'],
      { piece: 1000 },
    );
    show(
      [page(0, {}, 1)],
      approval({ toolName: 'Edit', ...edit, file: { path, found: 'text', version: 'one', sections: [] } }),
    );
    await screen.findByRole('table');
    expect(screen.getByText('replace_all')).toBeTruthy();
    expect(screen.getByText('odd')).toBeTruthy();
  });
});
