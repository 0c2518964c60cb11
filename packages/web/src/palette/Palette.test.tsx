import { BeckonError } from '@beckon/protocol';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { approval, session, sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { PaletteKey } from './PaletteKey.tsx';

// Compiling it takes longer than a test waits, on a busy machine.
beforeAll(async () => void (await import('./Palette.tsx')), 30_000);

async function open() {
  const other = session({ id: '33333333-3333-4333-8333-333333333333', title: 'Garden', cwd: '/srv/garden' });
  const stage = setStage([session({ asks: [approval({ input: { command: 'npm test' } })] }), other]);
  renderOn(stage, <PaletteKey />);
  const user = userEvent.setup();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox');
  await act(async () => undefined);
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  return { stage, user, options };
}

it('offers pages, what waits and sessions, and goes where Enter says', async () => {
  const { stage, user, options } = await open();
  expect(options().slice(0, 9)).toEqual([
    'Inboxeverything that waits',
    'New session',
    'Settingsfor all of your devices',
    'Searcheverything said and done',
    'Usagewhat it cost',
    'Logwhat was asked and answered',
    'Run npm testShop',
    'Shop/home/ana/shop',
    'Garden/srv/garden',
  ]);
  await user.keyboard('gard');
  expect(options()).toEqual(['Garden/srv/garden', 'Search everything for “gard”']);
  await user.keyboard('{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/sessions/33333333-3333-4333-8333-333333333333');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('chooses with the arrows, within its ends', async () => {
  const { stage, user } = await open();
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/log');
});

it('leads from words that fit nothing here to the search over everything', async () => {
  const { stage, user, options } = await open();
  await user.keyboard('nothing like it');
  expect(options()).toEqual(['Search everything for “nothing like it”']);
  await user.keyboard('{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/search?q=nothing%20like%20it');
});

it('shows the first of what was said and done, and leads to the message', async () => {
  const { stage, user } = await open();
  const index = { isBusy: false, indexedBytes: 1, totalBytes: 1, skipped: { files: 0, folders: 0, lines: 0 } };
  const hit = { kind: 'prompt', sessionId, messageId: 'm 1', at: 1, snippet: 'Water the zucchini', marks: [] } as const;
  stage.transport.searchPages.set(undefined, { hits: [{ ...hit, marks: [], title: 'Beds' }], index });
  await user.keyboard('zucchini');
  await user.click(await screen.findByRole('option', { name: /Water the zucchini/ }));
  expect(stage.location.history?.at(-1)).toBe(`/sessions/${sessionId}?at=m%201`);
});

it('goes to a setting by its name or by what it is about', async () => {
  const { stage, user, options } = await open();
  await user.keyboard('pair');
  expect(options()[0]).toBe('Deviceswho is signed in, pair a phone');
  await user.keyboard('{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/settings#devices');
});

it('sets the theme for all devices, and stays open with the reason where that failed', async () => {
  const { stage, user } = await open();
  stage.transport.failures.set('updateSettings', new BeckonError('store_unavailable', 'The disk is full.'));
  await user.keyboard('dark theme{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('This was not saved. The disk is full.');
  stage.transport.failures.clear();
  await user.keyboard('{Enter}');
  expect(stage.transport.callsTo('updateSettings').at(-1)).toEqual([{ theme: 'dark' }]);
  expect(screen.queryByRole('combobox')).toBeNull();
});
