import type { LogDraft } from '@beckon/protocol';
import { askStoreSuite } from '../askStore.suite.ts';
import { createMemoryAskStore } from './memoryAskStore.ts';

askStoreSuite('memory', async () => {
  const entries: LogDraft[] = [];
  const store = createMemoryAskStore({ append: (entry) => entries.push(entry) });
  return { store, log: () => entries, async [Symbol.asyncDispose]() {} };
});
