// Where the ways of calling a person are kept, with their secrets: in a database that its owner alone can read. Keys of the
// gateway's own that calls are signed with lie beside them, by name.
import type { ChannelConfig, ChannelId, ChannelOptions, LastSent } from '@beckon/protocol';
import type { Durability } from './askStore.ts';

export interface StoredChannel {
  id: ChannelId;
  /** Secrets included. */
  config: ChannelConfig;
  options: ChannelOptions;
  createdAt: number;
  last?: LastSent | undefined;
  /** Why Beckon has switched it off by itself. */
  offBecause?: string | undefined;
}

export interface ChannelStore {
  /** In the order in which they were made. */
  list(): StoredChannel[];
  /** One that is there already keeps its place. */
  save(channel: StoredChannel, durability: Durability): void;
  /** Says whether there was one. */
  remove(id: ChannelId): boolean;
  /** A key of the gateway's own; undefined until one is kept. */
  key(name: string): string | undefined;
  /** Takes the place of the one of that name. On disk when it returns. */
  keepKey(name: string, value: string): void;
}
