// Channels in SQLite: one row each, the channel itself as JSON text, and the gateway's own keys by name.
import type { ChannelStore, StoredChannel } from '../channelStore.ts';
import type { Connection, Row } from './database.ts';

export function createSqliteChannelStore(connections: Record<'durable' | 'relaxed', Connection>): ChannelStore {
  const { durable } = connections;
  return {
    list: () => durable.all('SELECT json FROM channels ORDER BY number').map(readChannel),
    save(channel, durability) {
      connections[durability].run(
        'INSERT INTO channels (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
        channel.id,
        JSON.stringify(channel),
      );
    },
    remove: (id) => durable.run('DELETE FROM channels WHERE id = ?', id).changes > 0,
    key(name) {
      const row = durable.get('SELECT value FROM call_keys WHERE name = ?', name);
      return row && String(row['value']);
    },
    keepKey(name, value) {
      durable.run(
        'INSERT INTO call_keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        name,
        value,
      );
    },
  };
}

/** Our own writing, so it is trusted. */
function readChannel(row: Row): StoredChannel {
  return JSON.parse(String(row['json'])) as StoredChannel;
}
