import type { SearchHit } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { sessionId } from '../test/fixtures.ts';
import { renderOn, setStage } from '../test/renderWithBeckon.tsx';
import SearchPage from './SearchPage.tsx';

const index = { isBusy: false, indexedBytes: 10, totalBytes: 10, skipped: { files: 0, folders: 0, lines: 0 } };
const hit = (snippet: string, change: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'reply',
  sessionId,
  messageId: 'msg/1',
  at: 1,
  snippet,
  marks: [],
  ...change,
});
const field = () => screen.getByRole('searchbox', { name: 'Search everything' });

describe('SearchPage', () => {
  it('shows what is found as it is typed, with the words marked, and leads to the message', async () => {
    const stage = setStage();
    const hits = [hit('Deploy the <b>shop</b>', { marks: [{ start: 0, end: 6 }] }), hit('it', { kind: 'log' })];
    stage.transport.searchPages.set(undefined, { hits, index });
    renderOn(stage, <SearchPage />);
    await userEvent.type(field(), 'depl');
    const [first, second] = await screen.findAllByRole('link', { name: /Agent|Log/ });
    expect(first?.textContent).toContain('Deploy the <b>shop</b>');
    expect(first?.querySelector('mark')?.textContent).toBe('Deploy');
    expect(first?.getAttribute('href')).toBe(`/sessions/${sessionId}?at=msg%2F1`);
    expect(second?.getAttribute('href')).toBe(`/log/${sessionId}`);
    await expect.poll(() => stage.transport.callsTo('search').at(-1)).toEqual([{ q: 'depl', limit: 20 }]);
    await expect.poll(() => stage.location.history?.at(-1)).toBe('/search?q=depl');
  });

  it('reads older hits as they are asked for', async () => {
    const stage = setStage();
    stage.transport.searchPages.set(undefined, { hits: [hit('second')], next: '7', index });
    stage.transport.searchPages.set('7', { hits: [hit('first')], index });
    renderOn(stage, <SearchPage />);
    await userEvent.type(field(), 'x');
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('first')).toBeTruthy();
    expect(screen.getByText('second')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('asks again while the gateway is still reading, and says how far it is', async () => {
    const stage = setStage();
    stage.transport.searchPages.set(undefined, { hits: [], index: { ...index, isBusy: true, totalBytes: 20 } });
    renderOn(stage, <SearchPage />);
    await userEvent.type(field(), 'x');
    expect(await screen.findByText(/still reading your transcripts: 50 %/)).toBeTruthy();
    stage.transport.searchPages.set(undefined, { hits: [hit('come at last')], index });
    expect(await screen.findByText('come at last', {}, { timeout: 5000 })).toBeTruthy();
  });

  it.each([
    ['invalid_request', '“before:soon” is no day.', '“before:soon” is no day.'],
    ['search_off', 'Search is switched off.', 'To the settings'],
    ['unreachable', 'The gateway cannot be reached.', 'Nothing could be searched. The gateway cannot be reached.'],
  ] as const)('says why nothing is found: %s', async (code, message, words) => {
    const stage = setStage();
    stage.transport.failures.set('search', new BeckonError(code, message));
    renderOn(stage, <SearchPage />);
    await userEvent.type(field(), 'x');
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('fills in an example that is pressed', async () => {
    const stage = setStage();
    renderOn(stage, <SearchPage />);
    await userEvent.click(screen.getByRole('button', { name: /^is:denied/ }));
    expect((field() as HTMLInputElement).value).toBe('is:denied');
  });
});
