// Web push: what a browser tells the gateway to be called, what the gateway then sends it, and what its buttons send back.
import { z } from 'zod';
import { AskId } from './ids.ts';

/** The length of a key that `base64url` text stands for, in bytes. */
const keyOf = (bytes: number, what: string) =>
  z.string().refine((text) => /^[\w-]+$/.test(text) && Math.floor((text.length * 3) / 4) === bytes, `is no ${what}`);

/** What `PushSubscription.toJSON()` gives; what else it has is not needed. */
export const BrowserSubscription = z.object({
  /** HTTPS, unless its origin is one that the gateway was told of. */
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({ p256dh: keyOf(65, 'public key of a browser'), auth: keyOf(16, 'secret of a subscription') }),
});
export type BrowserSubscription = z.infer<typeof BrowserSubscription>;

export const PushState = z.object({
  /** What a browser subscribes with: the gateway's own VAPID key, `base64url`. */
  publicKey: z.string(),
  /** The subscription of the device that asks, where it has one. */
  subscriptionId: z.string().optional(),
});
export type PushState = z.infer<typeof PushState>;

/** A subscription is a channel of type `push`. What is secret about it is not told again. */
export const PushSubscribed = z.object({
  id: z.string(),
  type: z.literal('push'),
  name: z.string(),
  deviceId: z.string(),
});
export type PushSubscribed = z.infer<typeof PushSubscribed>;

/** A press on a button of a notification. The proof says all: which ask, with which input, which answer, from where. */
export const AnswerByProof = z.object({ proof: z.string().min(1).max(4000) });
export type AnswerByProof = z.infer<typeof AnswerByProof>;

/** What is pushed, encrypted, to a browser's service worker. Short names: all of it has to fit into 4 kB. */
export const PushMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('call'),
    /** Notifications of one tag take each other's place. */
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    /** Where the page shows it: a path, since the gateway is reached at the worker's own origin. */
    path: z.string().regex(/^\/(?!\/)/, 'is no path'),
    askId: AskId.optional(),
    actions: z.array(z.object({ label: z.string(), proof: z.string() })),
    isReminder: z.boolean(),
    /** How many asks wait. */
    waiting: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('over'), tag: z.string(), waiting: z.int().nonnegative() }),
]);
export type PushMessage = z.infer<typeof PushMessage>;
