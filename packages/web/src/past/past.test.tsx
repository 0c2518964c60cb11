import { BeckonError } from '@beckon/protocol';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { App } from '../app/App.tsx';
import { loadSessionPage } from '../app/loadSessionPage.ts';
import { session, sessionId } from '../test/fixtures.ts';
import type { Stage } from '../test/renderWithBeckon.tsx';
import { setStage } from '../test/renderWithBeckon.tsx';
import { skippedWords } from './pastWords.ts';

const kept = session({
  title: 'An old one',
  state: 'dead',
  abilities: ['message'],
  past: { origin: 'ide', place: 'list', bytes: 100, branch: 'feature' },
});

/** A stage has a session in Beckon. */
const other = session({ id: '33333333-3333-4333-8333-333333333333', title: 'Other' });

async function open(stage: Stage) {
  await loadSessionPage();
  render(<App beckon={stage.beckon} locationHook={stage.location.hook} />);
  await act(async () => stage.follower.onConnection?.({ state: 'live' }));
  return userEvent.setup();
}

it('past sessions are behind one switch, and asked for only then', async () => {
  const stage = setStage();
  stage.transport.sessionPages.set(undefined, { sessions: [kept], skipped: { folders: 1, files: 2 } });
  const user = await open(stage);
  expect(stage.transport.callsTo('listSessions')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Past' }));
  expect((await screen.findByRole('link', { name: /An old one/ })).textContent).toContain('From an editor');
  expect(screen.getByText(/Passed over: 1 folder that cannot be read, 2 files/)).toBeTruthy();
  expect(stage.transport.callsTo('listSessions')).toEqual([[{ scope: 'past', limit: 50 }]]);
});

it('one that is only read is not among those in Beckon, and says why it cannot go on', async () => {
  const stage = setStage([other]);
  const past = { origin: 'terminal', place: 'list', bytes: 1, runsElsewhere: true } as const;
  const running = session({ title: 'Busy', state: 'dead', abilities: [], past });
  stage.transport.page = { messages: [], asks: [], seq: 1, session: running };
  stage.location.navigate(`/sessions/${sessionId}`);
  const user = await open(stage);
  await screen.findByText(/outside of Beckon. Go on there/);
  expect(screen.queryByRole('textbox', { name: 'Message to the agent' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'In Beckon' }));
  expect(screen.queryByRole('link', { name: /Busy/ })).toBeNull();
});

it('says why it could not be forked', async () => {
  const stage = setStage([other]);
  stage.transport.page = { messages: [], asks: [], seq: 1, session: kept };
  stage.transport.failures.set('forkSession', new BeckonError('internal', 'The disk is full.'));
  stage.location.navigate(`/sessions/${sessionId}`);
  const user = await open(stage);
  await user.click(await screen.findByRole('button', { name: 'Fork' }));
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
});

it('counts what was passed over', () => {
  expect(skippedWords({ folders: 0, files: 1 })).toBe('1 file that is no transcript of its own');
});
