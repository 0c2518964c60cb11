// What every store of settings must do, whatever it keeps them in.
import { describe, expect, test } from 'vitest';
import type { SettingsStore } from './settingsStore.ts';

export function settingsStoreSuite(
  name: string,
  openStore: () => Promise<{ store: SettingsStore } & AsyncDisposable>,
): void {
  describe(`settings store: ${name}`, () => {
    test('has nothing until it is set, and then the last that was', async () => {
      await using opened = await openStore();
      const { store } = opened;
      expect(store.read()).toEqual({});
      store.write({ sandbox: true });
      expect(store.read()).toEqual({ sandbox: true });
      store.write({ sandbox: false });
      expect(store.read()).toEqual({ sandbox: false });
    });

    test('what a change does not name stays', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.write({ sandbox: true });
      store.write({});
      store.write({ sandbox: undefined });
      expect(store.read()).toEqual({ sandbox: true });
    });
  });
}
