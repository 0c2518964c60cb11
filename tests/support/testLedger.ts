// A ledger on a disk that can fail, with everything that it told.
import type { Ask } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { admission } from '../../packages/gateway/src/asks/admission.ts';
import { Ledger } from '../../packages/gateway/src/asks/ledger.ts';
import { createMemoryAskStore } from '../../packages/gateway/src/store/memory/memoryAskStore.ts';
import { FaultyStore } from './faultyStore.ts';

/** A ledger, what it told, and what was in the store at the moment it told. */
export function openLedger({ store = createMemoryAskStore(), admit = admission() } = {}) {
  const disk = new FaultyStore(store);
  const told: { ask: Ask; step: string; stored: Ask | undefined }[] = [];
  const unwritten: unknown[] = [];
  let now = 1_000;
  const reopen = () =>
    new Ledger({
      store: disk.store,
      now: () => now++,
      admit,
      listeners: [(ask, step) => told.push({ ask, step, stored: store.find(ask.id) })],
      onUnwritten: (error) => unwritten.push(error),
    });
  return { ledger: reopen(), reopen, disk, store, told, unwritten };
}

/** What the act fails with. */
export function failure(act: () => unknown): BeckonError {
  try {
    act();
  } catch (error) {
    if (error instanceof BeckonError) return error;
    throw error;
  }
  throw new Error('it should have failed');
}

/** What a promise has come to by now. */
export async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, Promise.resolve('pending')]);
}
