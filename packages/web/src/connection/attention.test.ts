import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
import { setStage } from '../test/renderWithBeckon.tsx';
import { showWaiting } from './attention.ts';

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" />';
});

it('counts what waits in the title, on the icon and on the app, until nothing does', async () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
  Object.assign(navigator, { setAppBadge });
  const stage = setStage([session({ asks: [approval()] })]);
  showWaiting(stage.beckon);
  const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');
  expect([document.title, icon()]).toEqual(['(1) Beckon', '/favicon-waiting.svg']);
  const withdrawn = approval({ state: 'withdrawn', withdrawnAt: 2, withdrawalReason: 'interrupted' });
  await act(() => stage.happen({ type: 'ask_changed', data: { ask: withdrawn } }));
  expect([document.title, icon()]).toEqual(['Beckon', '/favicon.svg']);
  expect(setAppBadge.mock.calls).toEqual([[1], [0]]);
});
