// Channels in memory, and the gateway's own keys.
import type { ChannelStore, StoredChannel } from '../channelStore.ts';
import type { Memory } from './memoryTables.ts';
import { newMemory } from './memoryTables.ts';

export function createMemoryChannelStore({ tables, write }: Memory = newMemory()): ChannelStore {
  const { channels, callKeys } = tables;
  return {
    list: () => channels.inOrder().map(([, { json }]) => JSON.parse(json) as StoredChannel),
    save: (channel, durability) => write(durability, () => channels.put(channel.id, { json: JSON.stringify(channel) })),
    remove: (id) => write('durable', () => channels.remove(id)),
    key: (name) => callKeys.get(name)?.value,
    keepKey: (name, value) => write('durable', () => callKeys.put(name, { value })),
  };
}
