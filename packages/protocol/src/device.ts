// A device: a browser, phone or program of a person. Whoever answers, sees or changes something does so on one.
import { z } from 'zod';

/** Made by the gateway when the device signs in; a program that holds the access token is `token`. */
export const DeviceId = z.string().min(1).max(200);
export type DeviceId = z.infer<typeof DeviceId>;

/** As it is named where something was done on it. Its name is the one that it had then. */
export const Device = z.object({ id: DeviceId, name: z.string() });
export type Device = z.infer<typeof Device>;
