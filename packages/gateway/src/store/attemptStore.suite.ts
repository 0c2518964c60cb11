// What every store of attempts must do, whatever it keeps them in.
import { describe, expect, test } from 'vitest';
import type { AttemptStore } from './attemptStore.ts';

export function attemptStoreSuite(
  name: string,
  openStore: () => Promise<{ store: AttemptStore } & AsyncDisposable>,
): void {
  describe(`attempt store: ${name}`, () => {
    test('[L1] has what was added, and nothing else', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.add(['a', 'b'], 1);
      expect(['a', 'b', 'c'].map((id) => store.has(id))).toEqual([true, true, false]);
    });

    test('forgets what is older; what is added again keeps its time', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.add(['a'], 1);
      store.add(['b', 'a'], 5);
      store.forget(1);
      expect(store.has('a')).toBe(true);
      store.forget(5);
      expect(['a', 'b'].map((id) => store.has(id))).toEqual([false, true]);
    });
  });
}
