// What is too large to be carried around is read in pieces, and approved once all of them have been shown.
import { BeckonError } from '@beckon/protocol';
import type { JsonObject } from '@beckon/protocol';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { approval, plan, question, session } from '../../test/fixtures.ts';
import type { LargeInput } from '../../test/largeInput.ts';
import { largeInput } from '../../test/largeInput.ts';
import { renderOn, setStage } from '../../test/renderWithBeckon.tsx';
import { PlanReview } from '../PlanReview.tsx';
import { QuestionPrompt } from '../QuestionPrompt.tsx';
import { ToolApproval } from '../ToolApproval.tsx';

const content = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
const write = largeInput({ file_path: '/a.txt', content }, ['content'], { piece: 100 });

function show({ abridged, pieces }: LargeInput, element: ReactElement) {
  const stage = setStage([session()]);
  stage.beckon.store.setState({ about: stage.transport.aboutGateway });
  for (const piece of pieces) stage.transport.inputPieces.set(piece.offset, piece);
  expect(abridged.bytes).toBe(pieces[0]?.bytes);
  renderOn(stage, element);
  return { ...stage, user: userEvent.setup() };
}

function showApproval(large = write, toolName = 'Write') {
  return show(large, <ToolApproval ask={approval({ toolName, ...large })} />);
}

const button = (name: string) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const nextPiece = 'Show the next piece';

async function openAll(user: ReturnType<typeof userEvent.setup>, { pieces }: LargeInput) {
  for (let number = 1; number <= pieces.length; number++) {
    await user.click(button(nextPiece));
    await screen.findByText(new RegExp(`^${number} of \\d+ piece`));
  }
}

describe('an approval of something too large to be carried around', () => {
  it('says so, and how much it is', () => {
    const abridged = { ...write.abridged, bytes: 12_100_000 };
    showApproval({ ...write, abridged, pieces: write.pieces.map((piece) => ({ ...piece, bytes: 12_100_000 })) });
    const words = '12 MB of content. Its beginning and its end are here; the rest is shown in pieces.';
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByText('47 pieces, none shown yet')).toBeTruthy();
  });

  it('cuts it once: neither its beginning nor its end is folded again', () => {
    const long = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n');
    showApproval(largeInput({ file_path: '/a.txt', content: long }, ['content'], { piece: 2000, kept: 1500 }));
    const shown = (end: string) => screen.getByRole('figure', { name: `content, its ${end}` });
    expect(shown('beginning').textContent).toMatch(/^line 0\n.*line 11\n$/s);
    expect(shown('end').textContent).toMatch(/^line 496\n.*line 499$/s);
    expect(screen.queryByRole('button', { name: /^Show (more|all)/ })).toBeNull();
    expect(screen.getAllByText(/in pieces/)).toHaveLength(1);
  });

  it('is approved once all pieces have been shown, and not before', async () => {
    const { user, transport } = showApproval();
    for (let number = 1; number <= write.pieces.length; number++) {
      expect(isDisabled('Approve')).toBe(true);
      await user.click(button('Approve'));
      await user.click(button(nextPiece));
      await screen.findByText(new RegExp(`^${number} of \\d+ piece`));
    }
    expect(transport.callsTo('answer')).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Approve without reading' })).toBeNull();
    expect(isDisabled(nextPiece)).toBe(true);
    await user.click(button('Approve'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve' });
  });

  it('shows one piece at a time, its text as text, and goes back', async () => {
    const { user, transport } = showApproval();
    await user.click(button(nextPiece));
    const text = (await screen.findByLabelText('content')).textContent;
    expect(content.startsWith(text)).toBe(true);
    await user.click(button(nextPiece));
    await waitFor(() => expect(screen.getByLabelText('content').textContent).not.toBe(text));
    expect(content.slice(text.length).startsWith(screen.getByLabelText('content').textContent)).toBe(true);
    await user.click(button('Show the previous piece'));
    await waitFor(() => expect(screen.getByLabelText('content').textContent).toBe(text));
    expect(screen.queryByRole('button', { name: 'Show the previous piece' })).toBeNull();
    expect(transport.callsTo('readInput').map(([, query]) => query?.offset)).toEqual([0, write.pieces[1]?.offset, 0]);
  });

  it('stays read for one who goes back', async () => {
    const { user } = showApproval();
    await openAll(user, write);
    await user.click(button('Show the previous piece'));
    await screen.findByText(new RegExp(`^${write.pieces.length - 1} of`));
    expect(isDisabled('Approve')).toBe(false);
  });

  it('makes visible what is hidden in a piece', async () => {
    const large = largeInput({ command: `echo ${'x'.repeat(80)}\u202E` }, ['command'], { piece: 1000 });
    const { user } = showApproval(large, 'Bash');
    await user.click(button(nextPiece));
    const text = await screen.findByLabelText('command');
    expect(text.querySelector('mark')?.title).toMatch(/RIGHT-TO-LEFT|U\+202E/i);
  });

  it('says why a piece could not be read, and reads it when asked again', async () => {
    const { user, transport } = showApproval();
    await openAll(user, { ...write, pieces: write.pieces.slice(0, -1) });
    transport.failures.set('readInput', new BeckonError('internal', 'The disk is full.'));
    await user.click(button(nextPiece));
    const problem = 'This piece could not be read. The disk is full.';
    expect((await screen.findByRole('alert')).textContent).toContain(problem);
    expect(isDisabled('Approve')).toBe(true);
    transport.failures.clear();
    await user.click(button('Try again'));
    await screen.findByText(/all have been shown/);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isDisabled('Approve')).toBe(false);
  });

  it('is approved unread with a button of its own, and cannot be changed', async () => {
    const { user, transport } = showApproval();
    expect(screen.queryByRole('button', { name: 'Edit input…' })).toBeNull();
    await user.click(button('Approve without reading'));
    expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve' });
  });

  it.each<[string, JsonObject, string[]]>([
    [
      'both texts',
      { file_path: '/a', old_string: content, new_string: `${content}\nmore` },
      ['old_string', 'new_string'],
    ],
    ['one text', { file_path: '/a', old_string: 'short', new_string: content }, ['new_string']],
  ])('is not compared where it is an edit that has lost the middle of %s', async (_, input, cut) => {
    await import('../../tools/DiffTable.tsx');
    showApproval(largeInput(input, cut, { piece: 1000 }), 'Edit');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('Before', { exact: false })).toBeTruthy();
    const after = ['After, its beginning', 'After, its end'].map((label) =>
      screen.getByRole('figure', { name: label }),
    );
    expect(after.map(({ textContent }) => textContent)).toEqual([
      content.slice(0, 5),
      String(input['new_string']).slice(-5),
    ]);
    expect(screen.queryByText(/left out here …/)).toBeNull();
  });
});

it('lets a plan be approved once all of it has been shown, or unread', async () => {
  const large = largeInput({ plan: content }, ['plan'], { piece: 200 });
  const { user, transport } = show(large, <PlanReview ask={plan({ plan: 'line 0 …', abridged: large.abridged })} />);
  expect(isDisabled('Approve plan')).toBe(true);
  expect(button('Approve without reading')).toBeTruthy();
  await openAll(user, large);
  await user.click(button('Approve plan'));
  expect(transport.callsTo('answer')[0]?.[1]).toEqual({ type: 'approve', permissionMode: 'default' });
});

it('shows all of a question in pieces', async () => {
  const large = largeInput({ questions: [content] }, ['questions'], { piece: 1000 });
  const { user } = show(large, <QuestionPrompt ask={question({ abridged: large.abridged })} />);
  await openAll(user, large);
  expect(screen.getByLabelText('JSON').textContent).toBe(JSON.stringify({ questions: [content] }));
});
