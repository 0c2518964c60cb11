// Steps that the disk refused when they were taken: they hold in memory, and are written once they can be, but never over
// what was written since.
import { describe, expect, test } from 'vitest';
import { approvalDraft, sessionId } from '../../../../tests/support/asks.ts';
import { openLedger } from '../../../../tests/support/testLedger.ts';

const addressee = { sessionId, toolCallId: 'toolu_1' };
const me = { type: 'device', id: 'd1', name: 'this test' } as const;

function staged() {
  const house = openLedger();
  const ask = house.ledger.open(approvalDraft());
  const stored = () => house.store.find(ask.id);
  const broken = (act: () => void) => {
    house.disk.isBroken = true;
    act();
    house.disk.isBroken = false;
  };
  return { ...house, ask, stored, broken };
}

describe('what could not be written', () => {
  test('is written later, and then known from the store', () => {
    const { ledger, reopen, ask, stored, broken } = staged();
    broken(() => ledger.withdraw(ask.id, 'interrupted'));
    expect([ledger.find(ask.id)?.state, stored()?.state]).toEqual(['withdrawn', 'open']);
    ledger.writeUnwritten();
    expect(stored()).toEqual(ledger.find(ask.id));
    expect(reopen().unfinished()).toEqual([]);
  });

  test('stays to be written while the disk refuses it', () => {
    const { ledger, disk, ask, stored, broken } = staged();
    broken(() => ledger.withdraw(ask.id, 'interrupted'));
    disk.isBroken = true;
    expect(() => ledger.writeUnwritten()).toThrow('full');
    disk.isBroken = false;
    ledger.writeUnwritten();
    expect(stored()?.state).toBe('withdrawn');
  });

  test('[L2] never takes the place of an answer that was acknowledged since', () => {
    const { ledger, ask, stored, broken } = staged();
    broken(() => ledger.noteReceipt(ask.id, 'shown', { id: 'd2', name: 'a phone' }));
    ledger.answer(addressee, { type: 'deny' }, me);
    ledger.writeUnwritten();
    expect(stored()).toMatchObject({ state: 'answered', answer: { type: 'deny' } });
    expect(stored()?.shown).toMatchObject([{ device: { id: 'd2', name: 'a phone' } }]);
    expect(ledger.find(ask.id)).toEqual(stored());
  });

  test('does not keep an answer from being handed over', () => {
    const { ledger, ask, stored, broken } = staged();
    ledger.answer(addressee, { type: 'approve' }, me);
    ledger.hand(ask.id);
    ledger.delivered(ask.id);
    broken(() => ledger.park(ask.id, { reason: 'agent_gone', isOrphaned: false }));
    expect(stored()?.state).toBe('delivered');
    ledger.hand(ask.id);
    expect(ledger.find(ask.id)?.handedAt).toBeDefined();
    expect(stored()).toEqual(ledger.find(ask.id));
  });

  test('[L4] is written before the same call is asked about anew: no restart finds the answer to what was over', () => {
    const { ledger, disk, reopen, ask, broken } = staged();
    ledger.park(ask.id, { reason: 'agent_gone', isOrphaned: false });
    ledger.answer(addressee, { type: 'approve' }, me);
    broken(() => ledger.withdraw(ask.id, 'interrupted'));
    disk.isBroken = true;
    expect(() => ledger.open(approvalDraft())).toThrow('full');
    disk.isBroken = false;
    const anew = ledger.open(approvalDraft());
    expect(reopen().unfinished()).toMatchObject([{ id: anew.id, state: 'open' }]);
  });
});

describe('giving up', () => {
  test('is nothing where it cannot be written, and who does it is told so', () => {
    const { ledger, ask, stored, broken } = staged();
    ledger.park(ask.id, { reason: 'agent_gone', isOrphaned: false });
    broken(() => expect(() => ledger.giveUp(ask.id)).toThrow('full'));
    expect(ledger.find(ask.id)).toMatchObject({ state: 'open' });
    ledger.giveUp(ask.id);
    expect(stored()).toMatchObject({ state: 'withdrawn', withdrawalReason: 'given_up' });
  });

  test('comes too late once an agent was given the answer, and too early while one waits for it', () => {
    const { ledger, ask } = staged();
    ledger.giveUp(ask.id);
    expect(ledger.find(ask.id)).toMatchObject({ state: 'open' });
    ledger.park(ask.id, { reason: 'agent_gone', isOrphaned: false });
    ledger.answer(addressee, { type: 'approve' }, me);
    ledger.hand(ask.id);
    ledger.giveUp(ask.id);
    expect(ledger.find(ask.id)).toMatchObject({ state: 'answered' });
  });
});
