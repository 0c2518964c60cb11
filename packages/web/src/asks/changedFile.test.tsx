// An edit whose file changes while its card is looked at.
import { BeckonError } from '@beckon/protocol';
import type { EditedFile, Judgement } from '@beckon/protocol';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ownPresses } from '../test/ownPresses.ts';
import { approval, session } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { ToolApproval } from './ToolApproval.tsx';

const path = '/home/ana/shop/greet.js';
const edit = (file: Partial<EditedFile>) =>
  approval({
    toolName: 'Edit',
    input: { file_path: path, old_string: 'old', new_string: 'new' },
    file: { path, found: 'text', sections: [{ line: 1, before: 'old\n', after: 'new\n' }], ...file },
  });

it('[L5] an approval is for the file that was shown; refused, the card shows the file as it is and takes another', async () => {
  const shown = edit({ version: 'one' });
  const now = edit({ version: 'two', changedAt: 1, sections: [{ line: 9, before: 'old\n', after: 'new\n' }] });
  const stage = setStage([session()]);
  const { rerender } = renderOn(stage, <ToolApproval ask={shown} />);
  const user = userEvent.setup();
  const approve = () => user.click(screen.getByRole('button', { name: 'Approve' }));
  const refusal = new BeckonError('file_changed', 'The file has changed since this was shown.', { ask: now });
  stage.transport.failures.set('answer', refusal);
  await approve();
  expect((await screen.findByRole('alert')).textContent).toContain('The file has changed since this was shown.');
  stage.transport.failures.clear();

  rerender(<ToolApproval ask={now} />);
  expect(screen.getByText(/changed since the agent asked/)).toBeTruthy();
  await approve();
  const versions = stage.transport.callsTo('answer').map(([, answer]) => 'fileVersion' in answer && answer.fileVersion);
  expect(versions).toEqual(['one', 'two']);
});

it('[L5] with another input it is for the file that was shown with that; refused, the file is looked at again', async () => {
  const stage = setStage([session()]);
  const other = (version: string): Judgement => ({
    file: { path: '/other.js', found: 'nothing', version, sections: [] },
  });
  stage.transport.judgement = other('other, one');
  renderOn(stage, <ToolApproval ask={edit({ version: 'one' })} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit input…' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '{ "file_path": "/other.js" }' } });
  const approve = async () => {
    const button = await screen.findByRole('button', { name: 'Approve with changes' });
    await waitFor(() => expect(button.dataset['armed']).toBe('true'));
    await user.click(button);
  };
  const refusal = new BeckonError('file_changed', 'The file has changed since this was shown.');
  stage.transport.failures.set('answer', refusal);
  await approve();
  await screen.findByRole('alert');
  stage.transport.failures.clear();
  stage.transport.judgement = other('other, two');
  await waitFor(() => expect(stage.transport.callsTo('judgeInput')).toHaveLength(2));
  await approve();
  const answers = stage.transport.callsTo('answer').map(([, answer]) => answer);
  const updatedInput = { file_path: '/other.js' };
  expect(answers).toEqual([
    { type: 'approve', updatedInput, fileVersion: 'other, one' },
    { type: 'approve', updatedInput, fileVersion: 'other, two' },
  ]);
});

it('says in its title how many lines it puts in and takes away, in signs to those who see and in words to those who hear', () => {
  renderOn(setStage([session()]), <ToolApproval ask={edit({ lines: { added: 1, removed: 0 } })} />);
  const card = screen.getByRole('article', { name: /^Edit \S*greet\.js, 1 line added, 0 removed: waiting/ });
  const [signs] = screen.getAllByText('+1 −0');
  expect(signs?.getAttribute('aria-hidden')).toBe('true');
  expect(card.querySelector('header')?.textContent).toMatch(/^Edit \S*greet\.js \+1 −0, 1 line added, 0 removed/);
});

it('[L13] what always allows is quiet again where the file has changed, until that was seen', async () => {
  const { presses, pass } = ownPresses();
  const stage = setStage([session()]);
  const suggestions = [{ text: 'Allow edits, for this session' }];
  const card = (version: string) => <ToolApproval ask={{ ...edit({ version }), suggestions }} />;
  const { rerender } = renderOn({ ...stage, beckon: { ...stage.beckon, presses } }, card('one'));
  await pass(700);
  fireEvent.click(screen.getByRole('button', { name: /always allow/i }));
  await pass(700);
  const button = () => screen.getByRole('button', { name: 'Approve and always allow' });
  expect(button().dataset['armed']).toBe('true');
  rerender(card('two'));
  expect(button().dataset['armed']).toBe('false');
  await pass(700);
  expect(button().dataset['armed']).toBe('true');
});
