// What every store of decisions about folders must do, whatever it keeps them in.
import { describe, expect, test } from 'vitest';
import type { StoredTrust, TrustStore } from './trustStore.ts';

export interface OpenedTrustStore extends AsyncDisposable {
  store: TrustStore;
}

export function trustStoreSuite(name: string, openStore: () => Promise<OpenedTrustStore>): void {
  const decidedBy = { type: 'device', id: 'a', name: 'Phone' } as const;
  const hook = { what: 'hook', name: 'SessionStart', text: 'touch "x" \0 🎉', file: '.claude/settings.json' } as const;
  const one: StoredTrust = {
    id: '1',
    folder: '/work/one',
    decision: 'trusted',
    items: [hook],
    digest: 'd1',
    decidedAt: 1,
    decidedBy,
  };
  const two: StoredTrust = { ...one, id: '2', folder: '/work/two', decision: 'without_settings', items: [] };

  describe(`trust store: ${name}`, () => {
    test('[L12] gives back what was decided, by folder, in the order in which it came', async () => {
      await using opened = await openStore();
      const { store } = opened;
      expect(store.list()).toEqual([]);
      for (const decided of [two, one]) store.save(decided);
      expect(store.list()).toEqual([two, one]);
      expect(store.find('/work/one')).toEqual(one);
      expect(store.find('/work')).toBeUndefined();
    });

    test('[L12] a folder has one decision, the last', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const decided of [one, two]) store.save(decided);
      const forgotten: StoredTrust = { ...one, decision: 'forgotten', decidedAt: 9 };
      store.save(forgotten);
      expect(store.list()).toEqual([forgotten, two]);
      expect(store.find('/work/one')).toEqual(forgotten);
    });
  });
}
