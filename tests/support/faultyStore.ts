// A store whose disk fails, or whose process dies, when a test says so. A write that fails leaves no trace; a write after
// which the process dies is kept, but whoever made it never hears of it.
import { BeckonError } from '@beckon/protocol';
import type { AskStore } from '../../packages/gateway/src/store/askStore.ts';

/** What the dead process throws: whatever still runs of it in a test must not go on. */
export class Crash extends Error {
  constructor() {
    super('The process has died.');
  }
}

export class FaultyStore {
  readonly store: AskStore;
  /** The write that fails, counted from now on; 0 for none. */
  failingWrite = 0;
  /** Every write fails until it is set back. */
  isBroken = false;
  /** The write after which the process dies, counted from now on; 0 for none. */
  crashingWrite = 0;
  /** How many writes were kept. */
  writeCount = 0;
  #isDead = false;

  constructor(store: AskStore) {
    this.store = {
      insert: (ask, lastSteps) => this.#write(() => store.insert(ask, lastSteps)),
      replace: (ask, from, durability) => this.#write(() => store.replace(ask, from, durability)),
      find: (id) => this.#read(() => store.find(id)),
      newest: (sessionId, toolCallId) => this.#read(() => store.newest(sessionId, toolCallId)),
      newestOfKind: (sessionId, kind) => this.#read(() => store.newestOfKind(sessionId, kind)),
      forToolCalls: (sessionId, toolCallIds) => this.#read(() => store.forToolCalls(sessionId, toolCallIds)),
      unfinished: () => this.#read(() => store.unfinished()),
      page: (query) => this.#read(() => store.page(query)),
    };
  }

  #write<T>(write: () => T): T {
    const fails = this.failingWrite === 1;
    const crashes = this.crashingWrite === 1;
    this.failingWrite = Math.max(0, this.failingWrite - 1);
    this.crashingWrite = Math.max(0, this.crashingWrite - 1);
    return this.#read(() => {
      if (fails || this.isBroken) throw new BeckonError('store_unavailable', 'The disk is full.');
      const result = write();
      this.writeCount += 1;
      this.#isDead = crashes;
      if (crashes) throw new Crash();
      return result;
    });
  }

  #read<T>(read: () => T): T {
    if (this.#isDead) throw new Crash();
    return read();
  }
}
