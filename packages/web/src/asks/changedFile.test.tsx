// An edit whose file changes while its card is looked at.
import { BeckonError } from '@beckon/protocol';
import type { EditedFile } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
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
