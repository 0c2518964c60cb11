import { expect, test } from 'vitest';
import { sessionInfo } from '../../../../tests/support/conversations.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import type { House } from '../house.ts';
import type { StoredSession } from '../store/sessionStore.ts';
import { KnownSessions } from './knownSessions.ts';
import { SessionIndex } from './sessionIndex.ts';

const old: StoredSession = {
  ...sessionInfo({ state: 'dead', permissionMode: 'bypassPermissions' }),
  chosenMode: 'default',
  claudeArguments: ['--verbose'],
  place: 'line 7',
};

function keeping(...sessions: StoredSession[]) {
  const index = new SessionIndex();
  const saved: StoredSession[] = [];
  const house: Partial<Record<keyof House, unknown>> = {
    clock: new TestClock(),
    limits: { idleAfterMs: 1000 },
    store: { saveSession: (session: StoredSession) => saved.push(session) },
  };
  const known = new KnownSessions(house as unknown as House, index);
  for (const session of sessions) known.keep(session);
  return { known, index, saved };
}

test('a session of an earlier gateway is known, and nothing is made of it until someone turns to it', () => {
  const { known, index } = keeping(old);
  expect(known.has(old.id)).toBe(true);
  expect(known.awake.size).toBe(0);
  // What is only the session's own is told to nobody.
  expect(index.get(old.id)).toEqual(sessionInfo({ state: 'dead', permissionMode: 'bypassPermissions' }));
});

test('[L15] it is the same one from then on, with all that was kept of it', () => {
  const { known, saved } = keeping(old);
  const session = known.get(old.id);
  session?.write();
  expect(saved).toEqual([old]);
  expect(known.get(old.id)).toBe(session);
  expect([...known.awake.values()]).toEqual([session]);
});

test('one that was removed is not there any more, whether or not someone had turned to it', () => {
  const other = { ...old, id: '33333333-3333-4333-8333-333333333333' };
  const { known } = keeping(old, other);
  known.get(old.id);
  for (const { id } of [old, other]) known.delete(id);
  expect([old, other].map(({ id }) => [known.has(id), known.get(id)])).toEqual([
    [false, undefined],
    [false, undefined],
  ]);
});
