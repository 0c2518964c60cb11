import { expect, it } from 'vitest';
import { approval, session } from '../test/fixtures.ts';
import { sessionWords } from './sessionWords.ts';

const parked = { at: 1, reason: 'limit', isOrphaned: false } as const;

it.each([
  ['waits', session({ asks: [approval()] }), 'Waiting for your response'],
  [
    'waits without an agent',
    session({ state: 'dead', asks: [approval({ parked })] }),
    'Waiting for your response · Parked',
  ],
  ['waits in an agent too', session({ asks: [approval({ parked }), approval()] }), 'Waiting for your response'],
  ['works on beside what waits', session({ asks: [approval({ parked })] }), 'Waiting for your response'],
  ['is answered and not back yet', session({ state: 'dead', end: { reason: 'parked' } }), 'Parked'],
  [
    'waits for room',
    session({ state: 'starting', queued: { agents: 4 } }),
    'Waiting for room: 4 of 4 agents are at work',
  ],
  [
    'waits for the only agent',
    session({ state: 'dead', end: { reason: 'undelivered' }, queued: { agents: 1 } }),
    'Waiting for room: 1 of 1 agent is at work',
  ],
])('[T9] says of a session that %s: %s', (_, shown, words) => {
  expect(sessionWords(shown)).toBe(words);
});
