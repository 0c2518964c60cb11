// The browsers that are called through push: each subscribes as the device that it is, and its subscription goes with it.
import { randomUUID } from 'node:crypto';
import type { BrowserSubscription, Channel, ChannelConfig, Device, PushState } from '@beckon/protocol';
import { BeckonError, defaultOptions } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { StoredChannel } from '../store/channelStore.ts';
import { shownChannel } from './channels.ts';
import type { Outbound } from './outbound.ts';
import type { VapidKeys } from './vapid.ts';

/** The channels that there are, as far as subscriptions have to know them. */
interface SubscribedChannels {
  list(): readonly StoredChannel[];
  /** Takes the place of the one of that id. Durable. */
  keep(channel: StoredChannel, by: Device): void;
  remove(id: string, by: Device): void;
}

export interface PushSubscriptionsOptions {
  channels: SubscribedChannels;
  vapid: () => VapidKeys;
  outbound: Pick<Outbound, 'refusalOf'>;
  /** Whether a device is signed in. */
  isDevice: (id: string) => boolean;
  clock: Pick<Clock, 'now'>;
}

type PushChannel = StoredChannel & { config: ChannelConfig<'push'> };

export class PushSubscriptions {
  readonly #options: PushSubscriptionsOptions;

  constructor(options: PushSubscriptionsOptions) {
    this.#options = options;
  }

  stateFor(device: Device): PushState {
    const own = this.#ofDevice(device.id);
    return { publicKey: this.#options.vapid().publicKey, ...(own && { subscriptionId: own.id }) };
  }

  /**
   * A browser has one subscription for Beckon's page: a new one takes the place of the one before. Where it has signed in anew
   * meanwhile, as another device, the one that it had then is gone too, or it would be called twice.
   */
  async subscribe({ endpoint, keys }: BrowserSubscription, device: Device): Promise<Channel<'push'>> {
    const { outbound, channels, clock } = this.#options;
    this.#requireDevice(device);
    const refusal = await outbound.refusalOf(endpoint, 'public');
    if (refusal !== undefined) throw new BeckonError('invalid_request', `“endpoint”: ${refusal}`);
    // Its name took a while to be looked up.
    this.#requireDevice(device);
    const earlier = this.#ofDevice(device.id);
    const config: ChannelConfig<'push'> = { type: 'push', deviceId: device.id, endpoint, keys };
    for (const other of this.#list()) {
      if (other.id !== earlier?.id && other.config.endpoint === endpoint) channels.remove(other.id, device);
    }
    const { offBecause: _, ...kept } = earlier ?? {
      id: randomUUID(),
      options: { ...defaultOptions(config), name: device.name },
      createdAt: clock.now(),
      offBecause: undefined,
    };
    const subscribed: StoredChannel = { ...kept, config };
    channels.keep(subscribed, device);
    return shownChannel(subscribed) as Channel<'push'>;
  }

  /** Of whichever device: whoever may answer may also end this. */
  unsubscribe(id: string, by: Device): void {
    if (!this.#list().some((channel) => channel.id === id)) {
      throw new BeckonError('channel_not_found', 'There is no such subscription. It may have ended already.');
    }
    this.#options.channels.remove(id, by);
  }

  /** With its device, at once. */
  forget(device: Device): void {
    const own = this.#ofDevice(device.id);
    if (own) this.#options.channels.remove(own.id, device);
  }

  /**
   * Programs with the token, and those in this process, are no browser: nobody could remove them from the list of devices, so a
   * subscription of theirs would outlive whoever made it.
   */
  #requireDevice({ id }: Device): void {
    if (this.#options.isDevice(id)) return;
    throw new BeckonError('forbidden', 'Only a browser that is signed in can be called. Open Beckon’s settings in it.');
  }

  #ofDevice(deviceId: string): PushChannel | undefined {
    return this.#list().find(({ config }) => config.deviceId === deviceId);
  }

  #list(): PushChannel[] {
    return this.#options.channels.list().filter((channel): channel is PushChannel => channel.config.type === 'push');
  }
}
