// A device: a browser, phone or program of a person. Whoever answers, sees or changes something does so on one.
import { z } from 'zod';
import { Timestamp } from './ids.ts';

/** Made by the gateway when the device signs in; a program that holds the access token is `token`. */
export const DeviceId = z.string().min(1).max(200);
export type DeviceId = z.infer<typeof DeviceId>;

/** As it is named where something was done on it. Its name is the one that it had then. */
export const Device = z.object({ id: DeviceId, name: z.string() });
export type Device = z.infer<typeof Device>;

/** A device that is signed in. */
export const SignedInDevice = Device.extend({
  createdAt: Timestamp,
  /** To about a minute; now, where it is here. */
  lastSeenAt: Timestamp,
  /** The network address that it was last seen at. */
  address: z.string().optional(),
  /** What it runs, in words: “Firefox on Linux”. */
  program: z.string().optional(),
  /** Where it reaches Beckon: its credential works at this scheme, host and port alone. */
  origin: z.string().optional(),
  /** It is the one that asks. */
  current: z.boolean(),
  /** It has a page open at this moment. */
  isHere: z.boolean().optional(),
});
export type SignedInDevice = z.infer<typeof SignedInDevice>;

/** It is printed in terminals, logs and on cards: nothing in it may move the cursor, break the line or turn the text. */
const DeviceName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    (name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name.replaceAll('\u200d', '')),
    'has characters that cannot be seen',
  );

export const RenameDevice = z.object({ name: DeviceName });
export type RenameDevice = z.infer<typeof RenameDevice>;

/** `name` is what the device is going to be called; without it, its browser tells. */
export const CreateLoginCode = z.object({ name: DeviceName.optional() });
export type CreateLoginCode = z.infer<typeof CreateLoginCode>;

/**
 * A browser shows two things: a cookie, which it sends to every port of a host, and a key, which it keeps for one origin alone
 * and sends in this header.
 */
export const deviceKeyHeader = 'x-beckon-key';
/** The name under which a page keeps the key in its origin's storage. */
export const deviceKeyName = 'beckon-key';

/** Signs one device in, once. */
export const LoginCode = z.object({ code: z.string(), url: z.string(), expiresAt: Timestamp });
export type LoginCode = z.infer<typeof LoginCode>;
