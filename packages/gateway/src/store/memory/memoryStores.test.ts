import { storesSuite } from '../stores.suite.ts';
import { createMemoryStores } from './memoryStores.ts';
import { newMemory } from './memoryTables.ts';

storesSuite('memory', async (now) => ({
  stores: createMemoryStores(newMemory(), now),
  async [Symbol.asyncDispose]() {},
}));
