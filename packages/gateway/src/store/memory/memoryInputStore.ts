// Large inputs in memory.
import type { InputStore } from '../inputStore.ts';
import type { Memory } from './memoryTables.ts';

export function createMemoryInputStore({ tables: { inputs }, write }: Memory, now: () => number): InputStore {
  const key = (digest: string, number: number) => `${digest} ${number}`;
  return {
    keep(digest, number, bytes) {
      const there = inputs.get(key(digest, number))?.bytes ?? Uint8Array.from(bytes);
      write('relaxed', () => inputs.put(key(digest, number), { digest, keptAt: now(), bytes: there }));
    },
    read: (digest, number) => inputs.get(key(digest, number))?.bytes,
    count: (digest) => inputs.inOrder((row) => row.digest === digest).length,
  };
}
