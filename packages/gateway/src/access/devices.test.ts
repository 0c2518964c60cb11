import { expect, test } from 'vitest';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import type { DeviceStore } from '../store/deviceStore.ts';
import { createMemoryDeviceStore } from '../store/memory/memoryDeviceStore.ts';
import { openGateway } from '../gateway.ts';
import { Devices } from './devices.ts';

function open(store: DeviceStore = createMemoryDeviceStore()) {
  const clock = new TestClock();
  const devices = new Devices({ store, clock, auditLog: { note: () => undefined } });
  return { store, clock, devices };
}
const minuteMs = 60_000;

test('each has a credential of its own, and is known by no other', () => {
  const { devices } = open();
  const [phone, desk] = [devices.add('Safari on iPhone'), devices.add('Safari on iPhone')];
  expect(phone.device.id).not.toBe(desk.device.id);
  expect(devices.holderOf(phone.credential)).toEqual(phone.device);
  expect(devices.holderOf(desk.credential)).toEqual(desk.device);
  for (const guess of ['', phone.device.id, `${phone.credential}x`]) expect(devices.holderOf(guess)).toBeUndefined();
});

test('survives a restart, with its name and its credential', async () => {
  using folder = tempFolder();
  const options = { drivers: [], about: { version: '1', defaultCwd: '/' }, databasePath: folder.at('beckon.db') };
  const before = await openGateway(options);
  const { device, credential } = before.parts.devices.add('Safari on iPhone');
  before.parts.devices.rename(device.id, 'My phone', device);
  const gone = before.parts.devices.add('Firefox on Linux');
  before.parts.devices.remove(gone.device.id, device);
  await before.close();
  await using after = await openGateway(options);
  expect(after.parts.devices.holderOf(credential)).toEqual({ id: device.id, name: 'My phone' });
  expect(after.parts.devices.holderOf(gone.credential)).toBeUndefined();
});

test('is written down as seen once a minute, not with every request', () => {
  const { devices, store, clock } = open();
  const { credential, device } = devices.add('Safari on iPhone');
  const { createdAt } = store.find(device.id)!;
  for (let second = 0; second < 60; second++) {
    devices.holderOf(credential);
    expect(store.find(device.id)?.lastSeenAt).toBe(createdAt);
    clock.advance(1_000);
  }
  devices.holderOf(credential);
  expect(store.find(device.id)).toMatchObject({ createdAt, lastSeenAt: createdAt + minuteMs });
});

test('is let in also while nothing can be written', () => {
  const store = createMemoryDeviceStore();
  const { devices, clock } = open(store);
  const { credential, device } = devices.add('Safari on iPhone');
  store.save = () => {
    throw new Error('the disk is full');
  };
  clock.advance(minuteMs);
  expect(devices.holderOf(credential)).toEqual(device);
});

test('one that could not be kept is not let in', () => {
  const store = createMemoryDeviceStore();
  const { devices } = open(store);
  store.save = () => {
    throw new Error('the disk is full');
  };
  expect(() => devices.add('Safari on iPhone')).toThrow('the disk is full');
  expect(devices.list()).toEqual([]);
});
