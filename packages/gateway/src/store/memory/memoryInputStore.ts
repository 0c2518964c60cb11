// Large inputs in memory.
import type { InputStore } from '../inputStore.ts';
import type { Memory } from './memoryTables.ts';

export function createMemoryInputStore({ tables: { inputs }, write }: Memory, now: () => number): InputStore {
  const key = (digest: string, number: number) => `${digest} ${number}`;
  return {
    keep(digest, number, bytes) {
      if (inputs.get(key(digest, number))) return;
      write('relaxed', () => inputs.put(key(digest, number), { digest, keptAt: now(), bytes: Uint8Array.from(bytes) }));
    },
    read: (digest, number) => inputs.get(key(digest, number))?.bytes,
  };
}
