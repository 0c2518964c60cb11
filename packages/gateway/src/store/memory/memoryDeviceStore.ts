// Devices in memory.
import type { Device, DeviceStore } from '../deviceStore.ts';
import type { Memory } from './memoryTables.ts';
import { newMemory } from './memoryTables.ts';

export function createMemoryDeviceStore({ tables: { devices }, write }: Memory = newMemory()): DeviceStore {
  return {
    list: () => devices.inOrder().map(([, row]) => readDevice(row)),
    save(device, durability) {
      const { id, credentialHash } = device;
      write(durability, () => {
        const [holder] = devices.inOrder((row) => row.credentialHash === credentialHash);
        if (holder && holder[0] !== id) throw new Error('another device has that credential');
        devices.put(id, { credentialHash, json: JSON.stringify(device) });
      });
    },
    remove: (id) => write('durable', () => devices.remove(id)),
  };
}

function readDevice({ json }: { json: string }): Device {
  return JSON.parse(json) as Device;
}
