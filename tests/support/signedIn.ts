// Both halves of a browser's credential, as the headers that it then sends with every request.
import { deviceKeyHeader } from '@beckon/protocol';
import type { Devices } from '../../packages/gateway/src/access/devices.ts';
import { cookieName } from '../../packages/gateway/src/transports/http/caller.ts';

export interface SignedIn {
  cookie: string;
  [deviceKeyHeader]: string;
}

/** What the press on a one-time link's button has given. */
export async function signedInBy(press: Response): Promise<SignedIn> {
  const key = /data-key="([^"]*)"/.exec(await press.text())?.[1] ?? '';
  return { cookie: press.headers.getSetCookie().at(-1)?.split(';')[0] ?? '', [deviceKeyHeader]: key };
}

/** Makes a device that reaches the gateway at this address. */
export function addDevice(devices: Devices, name: string, origin = 'http://127.0.0.1:4517') {
  const { device, credential } = devices.add({ name, origin });
  const { host } = new URL(origin);
  const headers: SignedIn = {
    cookie: `${cookieName(host)}=${credential.cookie}`,
    [deviceKeyHeader]: credential.key,
  };
  return { device, credential, headers };
}
