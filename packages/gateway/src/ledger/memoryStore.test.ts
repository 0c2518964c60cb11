import { askStoreSuite } from './askStore.suite.ts';
import { createMemoryAskStore } from './memoryStore.ts';

askStoreSuite('memory', async () => ({ store: createMemoryAskStore(), async [Symbol.asyncDispose]() {} }));
