// A store whose disk fails when a test says so: the write throws and leaves no trace.
import { BeckonError } from '@beckon/protocol';
import type { AskStore } from '../../packages/gateway/src/ledger/store.ts';

export class FailingStore {
  /** The write that fails, counted from now on; 0 for none. */
  failingWrite = 0;
  readonly store: AskStore;

  constructor(store: AskStore) {
    const beforeWrite = () => {
      if (this.failingWrite === 0) return;
      this.failingWrite -= 1;
      if (this.failingWrite === 0) throw new BeckonError('store_unavailable', 'The disk is full.');
    };
    this.store = {
      ...store,
      insert(ask) {
        beforeWrite();
        store.insert(ask);
      },
      replace(ask, from, durability) {
        beforeWrite();
        return store.replace(ask, from, durability);
      },
    };
  }
}
