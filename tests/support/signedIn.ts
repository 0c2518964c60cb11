// Both halves of a browser's credential, as the headers that it then sends with every request.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
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

/**
 * Presses the button of a one-time link as a browser does that reaches the gateway at this address, whatever lies between:
 * the gateway itself is asked.
 */
export async function pressLink(link: string, address = new URL(link).origin): Promise<SignedIn> {
  const { origin, searchParams } = new URL(link);
  const type = 'application/x-www-form-urlencoded';
  const headers = { host: new URL(address).host, origin: address, 'content-type': type };
  const press = request(`${origin}/login`, { method: 'POST', headers });
  press.end(searchParams.toString());
  const [reply] = (await once(press, 'response')) as [IncomingMessage];
  const cookies = (reply.headers['set-cookie'] ?? []).map((cookie): [string, string] => ['set-cookie', cookie]);
  return signedInBy(new Response(await text(reply), { headers: cookies }));
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
