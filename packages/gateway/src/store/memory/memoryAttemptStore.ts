// What clients asked for under a key of theirs, in memory.
import type { AttemptStore } from '../attemptStore.ts';
import type { Memory } from './memoryTables.ts';

export function createMemoryAttemptStore({ tables: { attempts }, write }: Memory): AttemptStore {
  return {
    has: (id) => attempts.get(id) !== undefined,
    add(ids, at) {
      write('relaxed', () => {
        for (const id of ids) if (!attempts.get(id)) attempts.put(id, { at });
      });
    },
    forget(before) {
      write('relaxed', () => attempts.removeAll(({ at }) => at < before));
    },
  };
}
