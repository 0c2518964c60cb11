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
export const DeviceName = z
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

/** A place where the gateway is reached. */
export const GatewayAddress = z.object({
  /** The origin: scheme, host and port. */
  url: z.string(),
  /** From where: this machine alone, machines on the same network, or wherever the proxy in front of it lets in. */
  reach: z.enum(['here', 'network', 'public']),
  /** Browsers count it as secure: the app can be installed there, and can be notified. */
  isSecure: z.boolean(),
});
export type GatewayAddress = z.infer<typeof GatewayAddress>;

/** Those that a phone can reach: the secure ones first, and of these the one that is reached from everywhere. */
export function addressesForPhone(addresses: readonly GatewayAddress[]): GatewayAddress[] {
  const rank = ({ reach, isSecure }: GatewayAddress) => Number(isSecure) * 2 + Number(reach === 'public');
  return addresses.filter(({ reach }) => reach !== 'here').toSorted((a, b) => rank(b) - rank(a));
}

/**
 * `name` is what the device is going to be called unless it says otherwise; without it, its browser tells. `address` is where
 * the device is to reach the gateway, one of its addresses; without it, where this request has.
 */
export const CreateLoginCode = z.object({ name: DeviceName.optional(), address: z.string().max(300).optional() });
export type CreateLoginCode = z.infer<typeof CreateLoginCode>;

/**
 * A browser shows two things: a cookie, which it sends to every port of a host, and a key, which it keeps for one origin alone
 * and sends in this header.
 */
export const deviceKeyHeader = 'x-beckon-key';
/** The name under which a page keeps the key in its origin's storage. */
export const deviceKeyName = 'beckon-key';

/** Signs one device in, once. */
export const LoginCode = z.object({
  /** Names the code where it is asked about; unlike `code` it opens nothing. */
  id: z.string(),
  code: z.string(),
  url: z.string(),
  expiresAt: Timestamp,
  /** The link as a QR code: a row of squares each, `1` for a dark one, without a margin. */
  qr: z.array(z.string().regex(/^[01]+$/)),
});
export type LoginCode = z.infer<typeof LoginCode>;

/** What has become of a code. */
export const LoginCodeState = z.object({
  id: z.string(),
  state: z.enum(['open', 'used', 'cancelled', 'expired']),
  expiresAt: Timestamp,
  /** The device that it has let in. */
  device: Device.optional(),
});
export type LoginCodeState = z.infer<typeof LoginCodeState>;
