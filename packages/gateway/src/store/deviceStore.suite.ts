// What every device store must do, whatever it keeps devices in.
import { describe, expect, test } from 'vitest';
import type { Device, DeviceStore } from './deviceStore.ts';

export interface OpenedDeviceStore extends AsyncDisposable {
  store: DeviceStore;
}

export function deviceStoreSuite(name: string, openStore: () => Promise<OpenedDeviceStore>): void {
  const phone: Device = { id: 'a', name: 'Phone', credentialHash: 'hash a', createdAt: 1, lastSeenAt: 1 };
  const laptop: Device = { id: 'b', name: 'Laptop', credentialHash: 'hash b', createdAt: 2, lastSeenAt: 2 };

  describe(`device store: ${name}`, () => {
    test('gives back what was saved, in the order in which it came', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const device of [laptop, phone]) store.save(device, 'durable');
      expect(store.list()).toEqual([laptop, phone]);
    });

    test('[L14] has nothing where nothing is', async () => {
      await using opened = await openStore();
      expect(opened.store.list()).toEqual([]);
      expect(opened.store.remove('a')).toBe(false);
    });

    test.each(['durable', 'relaxed'] as const)(
      'a device that is saved again keeps its place: %s',
      async (durability) => {
        await using opened = await openStore();
        const { store } = opened;
        for (const device of [phone, laptop]) store.save(device, durability);
        const renamed = { ...phone, name: 'My "phone" \0 🎉', lastSeenAt: 9 };
        store.save(renamed, durability);
        expect(store.list()).toEqual([renamed, laptop]);
      },
    );

    test('[L14] a new credential takes the place of the old one', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.save(phone, 'durable');
      store.save({ ...phone, credentialHash: 'hash c' }, 'durable');
      expect(store.list()).toEqual([{ ...phone, credentialHash: 'hash c' }]);
      store.save({ ...laptop, credentialHash: 'hash a' }, 'durable');
    });

    test('[L14] a credential belongs to one device', async () => {
      await using opened = await openStore();
      const { store } = opened;
      store.save(phone, 'durable');
      expect(() => store.save({ ...laptop, credentialHash: 'hash a' }, 'durable')).toThrow();
      expect(store.list()).toEqual([phone]);
    });

    test('[L14] what is removed is known by nothing any more', async () => {
      await using opened = await openStore();
      const { store } = opened;
      for (const device of [phone, laptop]) store.save(device, 'durable');
      expect(store.remove('a')).toBe(true);
      expect(store.remove('a')).toBe(false);
      expect(store.list()).toEqual([laptop]);
    });
  });
}
