import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { DocumentPart, type ShownDocument } from './DocumentPart.tsx';

const document: ShownDocument = {
  type: 'document',
  documentId: 'd1',
  mediaType: 'text/plain',
  name: 'notes.md',
  bytes: 2400,
};

function show(change: Partial<ShownDocument> = {}) {
  const stage = setStage([session()]);
  renderOn(stage, <DocumentPart sessionId={sessionId} document={{ ...document, ...change }} />);
  return { ...stage, user: userEvent.setup() };
}

it('says what was sent, and shows the text of a text on demand, as it is', async () => {
  const { user, transport } = show();
  transport.document = new Blob(['# <b>Notes</b>']);
  expect(screen.getByRole('region', { name: 'Document notes.md' }).textContent).toContain('2 kB');
  expect(transport.callsTo('readDocument')).toEqual([]);
  await user.click(screen.getByRole('button', { expanded: false }));
  expect((await screen.findByText('# <b>Notes</b>')).tagName).toBe('PRE');
  expect(transport.callsTo('readDocument')).toEqual([[sessionId, 'd1']]);
});

it('shows nothing of a PDF, and says why it cannot be saved', async () => {
  const { user, transport } = show({ mediaType: 'application/pdf', name: 'plan\u202Efdp.exe' });
  expect(screen.queryByRole('button', { expanded: false })).toBeNull();
  transport.failures.set('readDocument', new BeckonError('not_found', 'There is no such document.'));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('It could not be loaded. There is no such document.');
});
