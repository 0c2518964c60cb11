import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import { OldPageBanner } from './OldPageBanner.tsx';

it('says that the page is older than the gateway once something could not be read, and offers to reload', async () => {
  const stage = setStage();
  renderOn(stage, <OldPageBanner />);
  expect(screen.queryByRole('status')).toBeNull();
  act(() => {
    stage.follower.onEvent({ type: 'skipped', seq: 2, data: { was: 'moon_phase' } });
    stage.follower.onEvent({ type: 'gateway_status', seq: 3, data: {} });
  });
  expect(screen.getByRole('status').textContent).toContain('This page is older than the gateway');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(stage.beckon.store.getState().view.seq).toBe(3);
});

it('says so too once the gateway is known to have another page', () => {
  const stage = setStage();
  renderOn(stage, <OldPageBanner />);
  act(() => stage.beckon.store.setState({ isOutdated: true }));
  expect(screen.getByRole('status').textContent).toContain('This page is older than the gateway');
});
