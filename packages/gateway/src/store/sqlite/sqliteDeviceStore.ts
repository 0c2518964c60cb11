// Devices in SQLite: one row each, the device itself as JSON text, beside it only what is searched for.
import type { Device, DeviceStore } from '../deviceStore.ts';
import type { Connection, Row } from './database.ts';

export function createSqliteDeviceStore(connections: Record<'durable' | 'relaxed', Connection>): DeviceStore {
  const { durable } = connections;
  return {
    list: () => durable.all('SELECT json FROM devices ORDER BY number').map(readDevice),
    save(device, durability) {
      connections[durability].run(
        `INSERT INTO devices (id, credential_hash, json) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET credential_hash = excluded.credential_hash, json = excluded.json`,
        device.id,
        device.credentialHash,
        JSON.stringify(device),
      );
    },
    remove: (id) => durable.run('DELETE FROM devices WHERE id = ?', id).changes > 0,
  };
}

/** Our own writing, so it is trusted. */
function readDevice(row: Row): Device {
  return JSON.parse(String(row['json'])) as Device;
}
