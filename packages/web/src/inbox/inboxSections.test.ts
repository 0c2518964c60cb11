import { describe, expect, it } from 'vitest';
import { approval } from '../test/fixtures.ts';
import { inboxSections } from './inboxSections.ts';

const given = { answer: { type: 'approve' }, answeredAt: 2, answeredBy: { type: 'terminal' } } as const;
const waiting = approval({ id: 'waiting' });
const handed = approval({ id: 'handed', state: 'delivered', ...given, handedAt: 2, deliveredAt: 3 });
const held = approval({ id: 'held', state: 'answered', ...given });
const done = approval({ id: 'done', state: 'settled', ...given, settledAt: 4, observed: 'ran' });
const later = approval({ id: 'later', state: 'settled', ...given, settledAt: 9, observed: 'ran' });
const unknown = approval({ id: 'unknown', state: 'withdrawn', withdrawnAt: 5, withdrawalReason: 'outcome_unknown' });
const contradicted = approval({
  id: 'contradicted',
  state: 'settled',
  ...given,
  answer: { type: 'deny' },
  settledAt: 6,
  observed: 'ran',
});

describe('the inbox', () => {
  it('puts each ask into one section by its phase, what is over newest first', () => {
    const sections = inboxSections([waiting, handed, held], [done, unknown, later, contradicted]);
    const ids = Object.fromEntries(Object.entries(sections).map(([name, asks]) => [name, idsOf(asks)]));
    expect(ids).toEqual({
      needsYou: ['waiting', 'handed'],
      underWay: ['held'],
      surprises: ['contradicted', 'unknown'],
      over: ['later', 'done'],
    });
  });

  it('shows an ask once where an older list says that it is over and the stream that it is not', () => {
    const again = { ...done, phase: 'waiting' as const };
    const { needsYou, over } = inboxSections([again], [done]);
    expect([idsOf(needsYou), idsOf(over)]).toEqual([['done'], []]);
  });
});

function idsOf(asks: readonly { id: string }[]): string[] {
  return asks.map(({ id }) => id);
}
