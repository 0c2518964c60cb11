import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setStage } from '../test/renderWithBeckon.tsx';
import { watchForNewVersion } from './newVersion.ts';

const own = '<script type="module" crossorigin src="/assets/index-one.js"></script>';
const newer = own.replace('one', 'two');
const reload = vi.fn<() => void>();

let stop = () => {};
beforeEach(() => void vi.stubGlobal('location', { pathname: '/', reload }));
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockClear();
});

/** The gateway that serves this page begins anew. */
async function restartWith(page: string | Error) {
  const answer = vi.fn<typeof fetch>(async () => {
    if (page instanceof Error) throw page;
    return new Response(page);
  });
  vi.stubGlobal('fetch', answer);
  const stage = setStage();
  stop = watchForNewVersion(stage.beckon, '/assets/index-one.js');
  await act(async () => stage.beckon.store.setState(({ view }) => ({ view: { ...view, epoch: 'another run' } })));
  await expect.poll(() => answer.mock.results.length).toBe(1);
  return stage.beckon.store;
}

it('a page that the gateway still has is not old', async () => {
  const store = await restartWith(own);
  await act(async () => {});
  expect(store.getState().isOutdated).toBeUndefined();
});

it('a page that the gateway has no more is old, and stays for as long as it is looked at', async () => {
  const store = await restartWith(newer);
  await expect.poll(() => store.getState().isOutdated).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not make way while files would be lost', async () => {
  const store = await restartWith(newer);
  await expect.poll(() => store.getState().isOutdated).toBe(true);
  const image = { id: 'a', name: 'a.png', type: 'image', mediaType: 'image/png', data: '' } as const;
  store.setState(({ drafts }) => ({ drafts: { ...drafts, prompts: { new: { text: '', files: [image] } } } }));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).not.toHaveBeenCalled();
});

it('a look that fails says nothing', async () => {
  const store = await restartWith(new TypeError('Failed to fetch'));
  await act(async () => {});
  expect(store.getState().isOutdated).toBeUndefined();
});
