// A channel: a way in which a person is called when something waits for them. Each type is described once, here: what it is
// configured with, and which of that is a secret, taken and never shown again.
import { z } from 'zod';
import { DeviceId, DeviceName } from './device.ts';
import { Timestamp } from './ids.ts';

/** What a person is called for. */
export const Occasion = z.enum([
  'ask',
  'turn_finished',
  'turn_failed',
  'rate_limited',
  'ready_for_input',
  'answer_undelivered',
  'device_signed_in',
]);
export type Occasion = z.infer<typeof Occasion>;

/** How much of what is asked leaves the machine: all that fits, what it is without its content, or only that something waits. */
export const Privacy = z.enum(['full', 'title', 'nothing']);
export type Privacy = z.infer<typeof Privacy>;

const secret = z.string().min(1).max(1000);
const webAddress = z.url({ protocol: /^https?$/ }).max(2000);

/** What each type of channel is configured with. */
export const channelTypes = {
  /** A browser that is called through its maker's push service. Made by subscribing, not by hand. */
  push: {
    fields: {
      deviceId: DeviceId,
      endpoint: webAddress,
      /** The browser's public key and its shared secret, as `PushSubscription.toJSON()` has them. */
      keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
    },
    secrets: ['endpoint', 'keys'],
  },
  ntfy: {
    fields: {
      server: webAddress,
      topic: z.string().regex(/^[\w-]{1,64}$/, 'has letters, digits, - and _ only, at most 64'),
      token: secret.optional(),
    },
    secrets: ['token'],
  },
  telegram: {
    fields: {
      token: z.string().regex(/^\d{1,20}:[\w-]{20,100}$/, 'is no token of a bot, as BotFather gives it'),
      chat: z.string().regex(/^(-?\d{1,20}|@\w{3,64})$/, 'is neither the number of a chat nor an @name'),
      /** Where the Bot API is; Telegram's own unless told otherwise. */
      server: webAddress.optional(),
    },
    secrets: ['token'],
  },
  /** Slack, and whatever takes the same incoming webhooks. Its address is its secret. */
  slack: { fields: { url: webAddress }, secrets: ['url'] },
  webhook: { fields: { url: webAddress, secret: secret.optional() }, secrets: ['secret'] },
  email: {
    fields: {
      host: z.string().min(1).max(253),
      port: z.int().min(1).max(65_535),
      /** `tls` from the first byte (465), `starttls` before anything is said (587), or `none`. */
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.string().max(300).optional(),
      password: secret.optional(),
      from: z.email().max(300),
      to: z.email().max(300),
    },
    secrets: ['password'],
  },
} as const;

export type ChannelType = keyof typeof channelTypes;
export const ChannelType = z.enum(Object.keys(channelTypes) as [ChannelType, ...ChannelType[]]);

/** A channel's configuration, secrets included: what the gateway keeps, and what a person sends when they make one. */
export type ChannelConfig<Type extends ChannelType = ChannelType> = {
  [T in Type]: { type: T } & z.infer<z.ZodObject<(typeof channelTypes)[T]['fields']>>;
}[Type];

/** What holds for a channel of any type. */
export const channelOptions = {
  name: DeviceName,
  isOn: z.boolean(),
  occasions: z.array(Occasion).max(Occasion.options.length),
  privacy: Privacy,
  /** Whether asks that are not high-risk come with buttons that answer them, where the channel can have any. */
  hasButtons: z.boolean(),
};
const ChannelOptions = z.object(channelOptions);
export type ChannelOptions = z.infer<typeof ChannelOptions>;

/** What came of the last time that something was sent through a channel. */
export const LastSent = z.object({ at: Timestamp, ok: z.boolean(), detail: z.string() });
export type LastSent = z.infer<typeof LastSent>;
