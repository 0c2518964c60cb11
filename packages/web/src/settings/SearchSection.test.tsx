import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { SearchSection } from './SearchSection.tsx';

it('switches the index off, and leaves folders out and takes them in again', async () => {
  const stage = setStage();
  renderOn(stage, <SearchSection />);
  const changes = () => stage.transport.callsTo('updateSettings').map(([change]) => change);
  await userEvent.type(screen.getByLabelText('A folder to leave out'), '/home/ana/private/{Enter}');
  expect(await screen.findByRole('listitem')).toHaveProperty(
    'textContent',
    expect.stringContaining('/home/ana/private'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Search /home/ana/private again' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Keep an index' }));
  expect(changes()).toEqual([
    { searchLeavesOut: ['/home/ana/private'] },
    { searchLeavesOut: [] },
    { searchIndex: false },
  ]);
  expect(screen.queryByLabelText('A folder to leave out')).toBeNull();
});
