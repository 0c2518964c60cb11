import { expect, test } from 'vitest';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import type { DeviceStore } from '../store/deviceStore.ts';
import { createMemoryDeviceStore } from '../store/memory/memoryDeviceStore.ts';
import { openGateway } from '../gateway.ts';
import type { Credential } from './devices.ts';
import { Devices } from './devices.ts';

function open(store: DeviceStore = createMemoryDeviceStore()) {
  const clock = new TestClock();
  const devices = new Devices({ store, clock, auditLog: { note: () => undefined } });
  return { store, clock, devices };
}
const minuteMs = 60_000;
const phoneAt = { name: 'Safari on iPhone', origin: 'http://127.0.0.1:4517' };
const shown = (credential: Credential) => ({ ...credential, host: '127.0.0.1:4517' });
const holder = (devices: Devices, credential: Credential) => {
  const standing = devices.standingOf(shown(credential));
  return standing.is === 'whole' ? standing.device : undefined;
};

test('each has a credential of its own, and is known by no other', () => {
  const { devices } = open();
  const [phone, desk] = [devices.add(phoneAt), devices.add(phoneAt)];
  expect(phone.device.id).not.toBe(desk.device.id);
  expect(holder(devices, phone.credential)).toEqual(phone.device);
  expect(holder(devices, desk.credential)).toEqual(desk.device);
  for (const cookie of ['', phone.device.id, `${phone.credential.cookie}x`])
    expect(devices.standingOf({ ...shown(phone.credential), cookie })).toEqual({ is: 'unknown' });
});

test('[L14] the cookie alone, or with the key of another, is half of a credential', () => {
  const { devices } = open();
  const [phone, desk] = [devices.add(phoneAt), devices.add(phoneAt)];
  for (const key of [undefined, '', desk.credential.key, phone.credential.cookie])
    expect(devices.standingOf({ ...shown(phone.credential), key })).toEqual({ is: 'half', device: phone.device });
});

test.each(['127.0.0.1:9999', 'localhost:4517', '127.0.0.1', '', undefined])(
  '[L14] a credential works at its own origin, and not at %s',
  (host) => {
    const { devices } = open();
    const { credential, device } = devices.add(phoneAt);
    expect(devices.standingOf({ ...credential, host })).toEqual({ is: 'half', device });
  },
);

test('[L14] one that was removed is known as such, also after a restart, until a hundred others were', () => {
  const { devices, store, clock } = open();
  const { credential, device } = devices.add(phoneAt);
  devices.remove(device.id, device);
  expect([devices.list(), devices.has(device.id)]).toEqual([[], false]);
  const restarted = open(store).devices;
  for (const each of [devices, restarted])
    expect(each.standingOf(shown(credential))).toEqual({ is: 'removed', device });
  expect(restarted.renew(credential.cookie, phoneAt)).toBeUndefined();
  for (let count = 0; count < 100; count++) {
    clock.advance(1);
    devices.remove(devices.add(phoneAt).device.id, device);
  }
  expect(devices.standingOf(shown(credential))).toEqual({ is: 'unknown' });
  expect(store.list()).toHaveLength(100);
});

test('[L14] what is open on a credential ends when its device is let in anew', async () => {
  const { devices } = open();
  const { device, credential } = devices.add(phoneAt);
  const ended: string[] = [];
  devices.onRemoved(device.id, () => ended.push('old'));
  const renewed = devices.renew(credential.cookie, phoneAt);
  await expect.poll(() => ended).toEqual(['old']);
  expect([holder(devices, credential), holder(devices, renewed!.credential)]).toEqual([undefined, device]);
});

test('all others are removed, and the one that asks stays', () => {
  const { devices } = open();
  const own = devices.add(phoneAt);
  for (let count = 0; count < 3; count++) devices.add(phoneAt);
  devices.removeOthers(own.device);
  expect(devices.list()).toMatchObject([own.device]);
});

test('survives a restart, with its name and its credential', async () => {
  using folder = tempFolder();
  const options = { drivers: [], about: { version: '1', defaultCwd: '/' }, databasePath: folder.at('beckon.db') };
  const before = await openGateway(options);
  const { device, credential } = before.parts.devices.add(phoneAt);
  before.parts.devices.rename(device.id, 'My phone', device);
  const gone = before.parts.devices.add({ ...phoneAt, name: 'Firefox on Linux' });
  before.parts.devices.remove(gone.device.id, device);
  await before.close();
  await using after = await openGateway(options);
  expect(holder(after.parts.devices, credential)).toEqual({ id: device.id, name: 'My phone' });
  expect(holder(after.parts.devices, gone.credential)).toBeUndefined();
});

test('is written down as seen once a minute, not with every request', () => {
  const { devices, store, clock } = open();
  const { credential, device } = devices.add(phoneAt);
  const stored = () => store.list().find(({ id }) => id === device.id);
  const { createdAt } = stored()!;
  for (let second = 0; second < 60; second++) {
    devices.standingOf(shown(credential));
    expect(stored()?.lastSeenAt).toBe(createdAt);
    clock.advance(1_000);
  }
  devices.standingOf(shown(credential));
  expect(stored()).toMatchObject({ createdAt, lastSeenAt: createdAt + minuteMs });
});

test('is let in also while nothing can be written', () => {
  const store = createMemoryDeviceStore();
  const { devices, clock } = open(store);
  const { credential, device } = devices.add(phoneAt);
  store.save = () => {
    throw new Error('the disk is full');
  };
  clock.advance(minuteMs);
  expect(holder(devices, credential)).toEqual(device);
});

test('one that could not be kept is not let in', () => {
  const store = createMemoryDeviceStore();
  const { devices } = open(store);
  store.save = () => {
    throw new Error('the disk is full');
  };
  expect(() => devices.add(phoneAt)).toThrow('the disk is full');
  expect(devices.list()).toEqual([]);
});

test('one with a page open is here now, and was last seen when that ended', () => {
  const { devices, clock } = open();
  const { device } = devices.add(phoneAt);
  const closePage = devices.onRemoved(device.id, () => undefined);
  clock.advance(90 * minuteMs);
  expect(devices.list()).toMatchObject([{ isHere: true, lastSeenAt: clock.now() }]);
  closePage();
  const leftAt = clock.now();
  clock.advance(10 * minuteMs);
  const [left] = devices.list();
  expect([left?.isHere, left?.lastSeenAt]).toEqual([undefined, leftAt]);
});
