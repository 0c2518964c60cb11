import type { TrustedFolder } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { TrustedFoldersSection } from './TrustedFoldersSection.tsx';

const shop: TrustedFolder = {
  id: 'a',
  folder: '/home/ana/shop',
  decision: 'without_settings',
  items: [{ what: 'hook', name: 'SessionStart', text: 'sh evil.sh', file: '.claude/settings.json' }],
  decidedAt: 1,
  decidedBy: { type: 'device', id: 'd', name: 'Phone' },
};

it.each([
  ['changed', 'Changed since, will be asked about again'],
  ['empty', /runs and grants nothing by itself any more/],
  ['gone', /^Gone/],
] as const)('[L12] says of a folder that it is no longer what was decided about: %s', async (since, words) => {
  const stage = setStage();
  stage.transport.trustedFolders = [{ ...shop, since }];
  renderOn(stage, <TrustedFoldersSection />);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('[L12] lists what was decided about which folder, and asks about one again', async () => {
  const stage = setStage();
  stage.transport.trustedFolders = [shop];
  renderOn(stage, <TrustedFoldersSection />);
  await screen.findByText(/Opened without its settings/);
  await userEvent.click(screen.getByRole('button', { name: /1 thing/ }));
  expect(screen.getByText('sh evil.sh')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Forget what was decided about /home/ana/shop' }));
  await screen.findByText('You have decided about no folder yet.');
  expect(stage.transport.callsTo('forgetTrustedFolder')).toEqual([['a']]);
});
