// Decisions about folders in memory.
import type { StoredTrust, TrustStore } from '../trustStore.ts';
import type { Memory } from './memoryTables.ts';
import { newMemory } from './memoryTables.ts';

export function createMemoryTrustStore({ tables: { trust }, write }: Memory = newMemory()): TrustStore {
  return {
    list: () => trust.inOrder().map(([, row]) => readTrust(row)),
    find(folder) {
      const row = trust.get(folder);
      return row && readTrust(row);
    },
    save: (decided) => write('durable', () => trust.put(decided.folder, { json: JSON.stringify(decided) })),
  };
}

function readTrust({ json }: { json: string }): StoredTrust {
  return JSON.parse(json) as StoredTrust;
}
