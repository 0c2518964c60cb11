// Web push: what a browser tells the gateway to be called, and what the buttons of its notifications
// send back. What is pushed is in `pushMessage.ts`.
import { z } from 'zod';

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

/** A press on a button of a notification. The proof says all: which ask, with which input, which answer, from where. */
export const AnswerByProof = z.object({ proof: z.string().min(1).max(4000) });
export type AnswerByProof = z.infer<typeof AnswerByProof>;
