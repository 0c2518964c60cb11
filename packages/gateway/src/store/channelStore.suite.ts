// What every store of channels must do, whatever it keeps them in.
import type { ChannelConfig } from '@beckon/protocol';
import { defaultOptions } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { ChannelStore, StoredChannel } from './channelStore.ts';

export interface OpenedChannelStore extends AsyncDisposable {
  store: ChannelStore;
}

export function channelStoreSuite(name: string, openStore: () => Promise<OpenedChannelStore>): void {
  const hook: ChannelConfig = { type: 'webhook', url: 'https://hooks.example/“x” \0', secret: 's3cret 🎉' };
  const one: StoredChannel = { id: '1', config: hook, options: defaultOptions(hook), createdAt: 1 };
  const two: StoredChannel = { ...one, id: '2', createdAt: 2 };

  describe(`channel store: ${name}`, () => {
    test('gives back what was saved, secrets too, in the order in which it came', async () => {
      await using opened = await openStore();
      const { store } = opened;
      expect(store.list()).toEqual([]);
      for (const channel of [two, one]) store.save(channel, 'durable');
      expect(store.list()).toEqual([two, one]);
    });

    test.each(['durable', 'relaxed'] as const)('one that is saved again keeps its place: %s', async (durability) => {
      await using opened = await openStore();
      const { store } = opened;
      for (const channel of [one, two]) store.save(channel, durability);
      const used = { ...one, last: { at: 9, ok: false, detail: 'refused' }, offBecause: 'gone' };
      store.save(used, durability);
      expect(store.list()).toEqual([used, two]);
    });

    test('what is removed is gone, and says so once', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const channel of [one, two]) store.save(channel, 'durable');
      expect(store.remove('1')).toBe(true);
      expect(store.remove('1')).toBe(false);
      expect(store.list()).toEqual([two]);
    });

    test('keeps keys by name, the last of each', async () => {
      await using opened = await openStore();
      const { store } = opened;
      expect(store.key('vapid')).toBeUndefined();
      store.keepKey('vapid', 'first');
      store.keepKey('proofs', 'another');
      store.keepKey('vapid', 'second');
      expect([store.key('vapid'), store.key('proofs')]).toEqual(['second', 'another']);
      expect(store.list()).toEqual([]);
    });
  });
}
