import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { fillShared } from './fillShared.ts';
import { NewSessionForm } from './NewSessionForm.tsx';
import { putBy } from './shared.ts';

beforeEach(() => vi.stubGlobal('caches', memoryCaches()));
afterEach(() => vi.unstubAllGlobals());

/** The form of a page in which the person has written this, once something was shared with it. */
async function open(written: string, shared: { text: string; images?: File[] }) {
  const stage = setStage();
  const { store } = stage.beckon;
  renderOn(stage, <NewSessionForm about={stage.transport.aboutGateway} />);
  const user = userEvent.setup();
  if (written !== '') await user.type(field(), written);
  await putBy({ images: [], ...shared });
  await act(() => fillShared(store));
  return user;
}
const field = () => screen.getByRole('textbox', { name: 'Prompt' });
const note = () => screen.queryByText('Shared from another app or page: look at it before you start.');

describe('what is shared with the app', () => {
  it('fills an empty form, and is said to come from elsewhere until it is gone', async () => {
    const user = await open('', { text: 'A bug\nThe button does nothing.' });
    expect(field()).toHaveProperty('value', 'A bug\nThe button does nothing.');
    expect(note()).not.toBeNull();
    await user.type(field(), ' Mend it.');
    expect(note()).not.toBeNull();
    await user.clear(field());
    await user.type(field(), 'My own words');
    expect(note()).toBeNull();
  });

  it('is known again however its lines end', async () => {
    const user = await open('', { text: 'A bug\r\nThe button does nothing.' });
    await user.clear(field());
    expect(note()).toBeNull();
    await user.type(field(), 'A bug{Shift>}{Enter}{/Shift}');
    expect(note()).not.toBeNull();
  });

  it('is added to what the person has written', async () => {
    await open('Half a thought', { text: 'A bug' });
    expect(field()).toHaveProperty('value', 'Half a thought\n\nA bug');
    expect(note()).not.toBeNull();
  });

  it('is said to come from elsewhere where it is a picture, until that is removed', async () => {
    const user = await open('Half a thought', {
      text: '',
      images: [new File(['x'], 'screen.png', { type: 'image/png' })],
    });
    expect(field()).toHaveProperty('value', 'Half a thought');
    expect(note()).not.toBeNull();
    await user.click(screen.getByRole('button', { name: /screen\.png/ }));
    expect(note()).toBeNull();
  });
});

/** As much of a browser's as is used here. */
function memoryCaches() {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, response: Response) => void kept.set(key, response),
  };
  return { open: async () => cache, delete: async () => kept.clear() };
}
