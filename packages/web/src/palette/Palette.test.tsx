import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
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
  expect(options()).toEqual([
    'Inboxeverything that waits',
    'New session',
    'Settingsdevices',
    'Logwhat was asked and answered',
    'Run npm testShop',
    'Shop/home/ana/shop',
    'Garden/srv/garden',
  ]);
  await user.keyboard('gard');
  expect(options()).toEqual(['Garden/srv/garden']);
  await user.keyboard('{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/sessions/33333333-3333-4333-8333-333333333333');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('chooses with the arrows, within its ends', async () => {
  const { stage, user } = await open();
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(stage.location.history?.at(-1)).toBe('/log');
});

it('says that nothing fits, and goes nowhere', async () => {
  const { stage, user, options } = await open();
  await user.keyboard('nothing like it{Enter}');
  expect(options()).toEqual([]);
  expect(screen.getByText('Nothing by these words.')).toBeTruthy();
  expect(stage.location.history).toEqual(['/']);
});
