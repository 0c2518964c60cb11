// The ways in which a person is called: made, changed, removed, and shown without their secrets. What is done to one is in the
// log by device, never with what it is configured with.
import { randomUUID } from 'node:crypto';
import type {
  Channel,
  ChannelConfig,
  ChannelId,
  ChannelOptions,
  ChannelRef,
  ChannelTest,
  ChannelType,
  CreateChannel,
  Device,
  LastSent,
  UpdateChannel,
} from '@beckon/protocol';
import { BeckonError, channelOptions, channelTypes, configSchema, defaultOptions, secretNames } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { AuditLog } from '../log/auditLog.ts';
import type { ChannelStore, StoredChannel } from '../store/channelStore.ts';

export interface ChannelsOptions {
  store: ChannelStore;
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
  /** Hears that one was made, changed or removed, after that is kept. */
  onChange?: (id: ChannelId) => void;
}

/** More than anyone needs; each is called about everything. */
const mostChannels = 50;

export class Channels {
  readonly #options: ChannelsOptions;
  #known: Map<ChannelId, StoredChannel> | undefined;

  constructor(options: ChannelsOptions) {
    this.#options = options;
  }

  /** With their secrets, for those who send. */
  list(): readonly StoredChannel[] {
    return [...this.#all.values()];
  }

  get hasAny(): boolean {
    return this.#all.size > 0;
  }

  find(id: ChannelId): StoredChannel | undefined {
    return this.#all.get(id);
  }

  get(id: ChannelId): StoredChannel {
    const channel = this.find(id);
    if (channel) return channel;
    throw new BeckonError('channel_not_found', 'There is no such channel. It may have been removed on another device.');
  }

  create(wanted: CreateChannel, device: Device): StoredChannel {
    const { config, options } = parted(wanted);
    const chosen = Object.entries(options).filter(([, value]) => value !== undefined);
    const channel: StoredChannel = {
      id: randomUUID(),
      config,
      options: { ...defaultOptions(config), ...Object.fromEntries(chosen) },
      createdAt: this.#options.clock.now(),
    };
    this.keep(channel, device);
    return channel;
  }

  /** What is not named stays, secrets too; `null` takes a field away. */
  update(id: ChannelId, change: UpdateChannel, device: Device): StoredChannel {
    const { offBecause, ...known } = this.get(id);
    requireKnown(known.config.type, change);
    const { config, options } = parted({ ...known.config, ...known.options, ...withoutNothing(change) });
    const isStillOff = offBecause !== undefined && !options.isOn;
    const changed = { ...known, config, options, ...(isStillOff && { offBecause }) } as StoredChannel;
    this.#save(changed, 'durable');
    const what = Object.keys(change).filter((name) => name !== 'type');
    this.#options.auditLog.note({ type: 'channel_changed', data: { channel: refOf(changed), what, device } });
    this.#options.onChange?.(id);
    return changed;
  }

  /** Takes the place of the one of that id, or comes as a new one. */
  keep(channel: StoredChannel, device: Device): void {
    const isNew = !this.#all.has(channel.id);
    if (isNew && this.#all.size >= mostChannels) {
      throw new BeckonError('invalid_request', `There are ${mostChannels} channels already. Remove one first.`);
    }
    this.#save(channel, 'durable');
    const data = { channel: refOf(channel), device };
    if (isNew) this.#options.auditLog.note({ type: 'channel_made', data });
    else this.#options.auditLog.note({ type: 'channel_changed', data: { ...data, what: ['config'] } });
    this.#options.onChange?.(channel.id);
  }

  remove(id: ChannelId, device: Device): void {
    this.#remove(this.get(id), { device });
  }

  /** The service will take nothing for it any more: a subscription is gone for good, anything else its person can mend. */
  giveUp(id: ChannelId, reason: string): void {
    const channel = this.find(id);
    if (!channel) return;
    if (channel.config.type === 'push') return this.#remove(channel, { reason });
    const off = { ...channel, options: { ...channel.options, isOn: false }, offBecause: reason };
    this.#save(off, 'durable');
    const data = { channel: refOf(off), what: ['isOn'], reason };
    this.#options.auditLog.note({ type: 'channel_changed', data });
    this.#options.onChange?.(id);
  }

  /** What came of the last time that something was sent. */
  noteLast(id: ChannelId, last: LastSent): void {
    const channel = this.find(id);
    if (!channel) return;
    try {
      this.#save({ ...channel, last }, 'relaxed');
    } catch {
      // It is only shown to its person. The store's own trouble is told elsewhere.
      this.#all.set(id, { ...channel, last });
    }
  }

  noteTest(channel: StoredChannel, test: ChannelTest, device: Device): void {
    this.#options.auditLog.note({ type: 'channel_tested', data: { channel: refOf(channel), ...test, device } });
  }

  /** There is one writer per store, so they are read once. */
  get #all(): Map<ChannelId, StoredChannel> {
    return (this.#known ??= new Map(this.#options.store.list().map((channel) => [channel.id, channel])));
  }

  #save(channel: StoredChannel, durability: 'durable' | 'relaxed'): void {
    this.#options.store.save(channel, durability);
    this.#all.set(channel.id, channel);
  }

  #remove(channel: StoredChannel, by: { device?: Device; reason?: string }): void {
    this.#options.store.remove(channel.id);
    this.#all.delete(channel.id);
    this.#options.auditLog.note({ type: 'channel_removed', data: { channel: refOf(channel), ...by } });
    this.#options.onChange?.(channel.id);
  }
}

/** As its person is shown it. */
export function shownChannel({ id, config, options, createdAt, last, offBecause }: StoredChannel): Channel {
  const secrets = secretNames(config.type);
  const fields = Object.entries(config);
  return {
    id,
    ...options,
    ...Object.fromEntries(fields.filter(([name]) => !secrets.includes(name))),
    has: fields.filter(([name, value]) => secrets.includes(name) && value !== undefined).map(([name]) => name),
    createdAt,
    ...(last && { last }),
    ...(offBecause !== undefined && { offBecause }),
  } as Channel;
}

export function refOf({ id, config, options }: StoredChannel): ChannelRef {
  return { id, name: options.name, type: config.type };
}

/** What it is configured with, and what holds for a channel of any type; each checked. */
function parted(all: ChannelConfig & { [Name in keyof ChannelOptions]?: unknown }): {
  config: ChannelConfig;
  options: ChannelOptions;
} {
  const names = Object.keys(channelOptions);
  const options = Object.entries(all).filter(([name]) => names.includes(name));
  const parsed = configSchema(all.type).safeParse(all);
  if (!parsed.success) throw BeckonError.from(parsed.error);
  return { config: parsed.data, options: Object.fromEntries(options) as unknown as ChannelOptions };
}

function requireKnown(type: ChannelType, change: UpdateChannel): void {
  const names = ['type', ...Object.keys(channelOptions), ...Object.keys(channelTypes[type].fields)];
  const unknown = Object.keys(change).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new BeckonError('invalid_request', `“${unknown}”: a channel of this type has no such field.`);
}

/** Its type stays, whatever the change says. */
function withoutNothing({ type: _, ...change }: UpdateChannel): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? undefined]));
}
