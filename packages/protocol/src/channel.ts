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
const webAddress = z
  .url({ protocol: /^https?$/, error: 'is no address that begins with http:// or https://' })
  .max(2000);

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
      port: z.int('is a whole number').min(1, 'is at least 1').max(65_535, 'is at most 65535'),
      /** `tls` from the first byte (465), `starttls` before anything is said (587), or `none`. */
      security: z.enum(['tls', 'starttls', 'none']),
      user: z.string().max(300).optional(),
      password: secret.optional(),
      from: z.email('is no e-mail address').max(300),
      to: z.email('is no e-mail address').max(300),
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
  /** It is called only where nobody has seen it by the last reminder, half an hour later. Others are called at once. */
  isBackup: z.boolean(),
};
const ChannelOptions = z.object(channelOptions);
export type ChannelOptions = z.infer<typeof ChannelOptions>;

/** What came of the last time that something was sent through a channel. */
export const LastSent = z.object({ at: Timestamp, ok: z.boolean(), detail: z.string() });
export type LastSent = z.infer<typeof LastSent>;

export const ChannelId = z.uuid();
export type ChannelId = z.infer<typeof ChannelId>;

/** As it is named where something was sent through it. Its name is the one that it had then. */
export const ChannelRef = z.object({ id: ChannelId, name: z.string(), type: ChannelType });
export type ChannelRef = z.infer<typeof ChannelRef>;

const standing = {
  id: ChannelId,
  ...channelOptions,
  /** The names of the secrets that it has. They are never shown. */
  has: z.array(z.string()),
  createdAt: Timestamp,
  last: LastSent.optional(),
  /** Why Beckon has switched it off by itself. */
  offBecause: z.string().optional(),
};

/** A channel as its person is shown it: without its secrets. */
export type Channel<Type extends ChannelType = ChannelType> = {
  [T in Type]: z.infer<z.ZodObject<typeof standing>> & Omit<ChannelConfig<T>, SecretOf<T>>;
}[Type];
type SecretOf<T extends ChannelType> = (typeof channelTypes)[T]['secrets'][number];

const typeNames = Object.keys(channelTypes) as ChannelType[];
const shownSchemas = typeNames.map((type) =>
  z.object({ ...standing, type: z.literal(type), ...Object.fromEntries(openFieldsOf(type)) }),
);
const [firstShown, ...otherShown] = shownSchemas as [(typeof shownSchemas)[number], ...typeof shownSchemas];
export const Channel = z.discriminatedUnion('type', [firstShown, ...otherShown]) as unknown as z.ZodType<Channel>;

/** What a person says about a new channel: its type with what that is configured with, and as much of the rest as they like. */
export type CreateChannel = ChannelConfig & { [Name in keyof ChannelOptions]?: ChannelOptions[Name] | undefined };
const newSchemas = typeNames.map((type) =>
  z.object({ type: z.literal(type), ...channelTypes[type].fields, ...ChannelOptions.partial().shape }),
);
const [firstNew, ...otherNew] = newSchemas as [(typeof newSchemas)[number], ...typeof newSchemas];
export const CreateChannel = z.discriminatedUnion('type', [
  firstNew,
  ...otherNew,
]) as unknown as z.ZodType<CreateChannel>;

/** What is not named stays, secrets too; `null` takes a field away that need not be there. */
export const UpdateChannel = ChannelOptions.partial()
  .loose()
  .refine((change) => Object.keys(change).length > 0, 'names nothing to change');
export type UpdateChannel = z.infer<typeof UpdateChannel>;

/** What came of a test: whether the service took it, and what it said. */
export const ChannelTest = z.object({ ok: z.boolean(), detail: z.string() });
export type ChannelTest = z.infer<typeof ChannelTest>;

/** What is configured of a type of channel, with its schema. */
export function configSchema<Type extends ChannelType>(type: Type): z.ZodType<ChannelConfig<Type>> {
  return z.object({ type: z.literal(type), ...channelTypes[type].fields }) as unknown as z.ZodType<ChannelConfig<Type>>;
}

export function secretNames(type: ChannelType): readonly string[] {
  return channelTypes[type].secrets;
}

function openFieldsOf(type: ChannelType): [string, z.ZodType][] {
  const { fields } = channelTypes[type];
  return Object.entries<z.ZodType>(fields).filter(([name]) => !secretNames(type).includes(name));
}

/**
 * What a channel is until its person says otherwise. What goes through somebody else's service says no more than the title;
 * what is pushed to a browser is encrypted for that browser alone.
 */
export function defaultOptions(config: ChannelConfig): ChannelOptions {
  const isOwn = config.type === 'push';
  return {
    name: channelTypeNames[config.type],
    isOn: true,
    occasions: [...usualOccasions],
    privacy: isOwn ? 'full' : 'title',
    hasButtons: isOwn,
    isBackup: false,
  };
}

const usualOccasions: readonly Occasion[] = Occasion.options.filter((occasion) => occasion !== 'turn_finished');

export const channelTypeNames: Record<ChannelType, string> = {
  push: 'Notifications in a browser',
  ntfy: 'ntfy',
  telegram: 'Telegram',
  slack: 'Slack',
  webhook: 'Webhook',
  email: 'E-mail',
};

/** That somebody was called about an ask through a channel, and what the service said to it. */
export const CallReceipt = z.object({
  channel: ChannelRef,
  at: Timestamp,
  ok: z.boolean(),
  detail: z.string(),
  /** Which reminder it was: 1 or 2. Absent for the first call. */
  reminder: z.int().positive().optional(),
});
export type CallReceipt = z.infer<typeof CallReceipt>;

/** A page tells whether it is before someone's eyes. It counts for a few minutes, and while its device follows the events. */
export const PageVisibility = z.object({ page: z.string().min(1).max(100), isVisible: z.boolean() });
export type PageVisibility = z.infer<typeof PageVisibility>;
