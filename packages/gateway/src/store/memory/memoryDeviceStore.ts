// Devices in memory, for the many short lives of tests.
import type { Device, DeviceStore } from '../deviceStore.ts';

export function createMemoryDeviceStore(): DeviceStore {
  const devices = new Map<string, Device>();
  const findByCredential: DeviceStore['findByCredential'] = (credentialHash) =>
    [...devices.values()].find((device) => device.credentialHash === credentialHash);

  return {
    list: () => [...devices.values()],
    find: (id) => devices.get(id),
    findByCredential,
    save(device) {
      const holder = findByCredential(device.credentialHash);
      if (holder && holder.id !== device.id) throw new Error('another device has that credential');
      devices.set(device.id, { ...device });
    },
    remove: (id) => devices.delete(id),
  };
}
