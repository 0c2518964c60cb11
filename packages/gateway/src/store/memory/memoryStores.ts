// All stores in memory, for the many short lives of tests, and under the disk of the simulation.
import type { Disk } from '../disk.ts';
import type { Stores } from '../stores.ts';
import { createMemoryAskStore } from './memoryAskStore.ts';
import { createMemoryAttemptStore } from './memoryAttemptStore.ts';
import { createMemoryChannelStore } from './memoryChannelStore.ts';
import { createMemoryDeviceStore } from './memoryDeviceStore.ts';
import { createMemoryInputStore } from './memoryInputStore.ts';
import { createMemoryLogStore } from './memoryLogStore.ts';
import { createMemorySessionStore } from './memorySessionStore.ts';
import { createMemoryTrustStore } from './memoryTrustStore.ts';
import { createMemorySettingsStore } from './memorySettingsStore.ts';
import type { Memory } from './memoryTables.ts';
import { newMemory } from './memoryTables.ts';

/** `now` gives the entries of the log their times. */
export function createMemoryStores(memory: Memory = newMemory(), now: () => number = Date.now): Stores {
  const log = createMemoryLogStore(memory, now);
  return {
    asks: createMemoryAskStore(memory, log),
    inputs: createMemoryInputStore(memory, now),
    sessions: createMemorySessionStore(memory, log),
    log,
    attempts: createMemoryAttemptStore(memory),
    devices: createMemoryDeviceStore(memory),
    trust: createMemoryTrustStore(memory),
    settings: createMemorySettingsStore(memory),
    channels: createMemoryChannelStore(memory),
    disk: neverInTrouble,
  };
}

const neverInTrouble: Disk = {
  setAside: undefined,
  onTrouble: () => undefined,
  takeRoom: () => undefined,
  setPatience: () => undefined,
  shrinking: () => [],
  close: () => undefined,
};
