// How a request says who it comes from: with the token in a header, or with both halves of a device's credential, of which the
// cookie goes to every port of a host and the key is kept by the pages of one origin.
import type { Socket } from 'node:net';
import type { Device } from '@beckon/protocol';
import { deviceKeyHeader } from '@beckon/protocol';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Shown } from '../../access/access.ts';
import { programName } from './device.ts';
import type { Arrival, Way } from './reach.ts';

/** What the routes of the API find in their context. */
export interface CallerEnv {
  Bindings: HttpBindings;
  Variables: {
    /** How the request has come, once it has named a host that is ours. */
    way: Way;
    /** Who sends it, once the guard has let it pass. */
    device: Device;
  };
}

export function shownBy(context: Context<CallerEnv>): Shown {
  const { req } = context;
  const { host, address } = context.get('way');
  const cookie = getCookie(context, cookieName(host));
  const whereabouts = { address, program: programName(req.header('user-agent')) };
  return {
    token: /^Bearer (.+)$/i.exec(req.header('authorization') ?? '')?.[1],
    credential: cookie === undefined ? undefined : { cookie, key: req.header(deviceKeyHeader), host, ...whereabouts },
    earlierCookie: earlierCookieOf(context)?.value,
    ...whereabouts,
  };
}

/** What there is to see of a request before anything in it is believed. */
export function arrivalOf(context: Context): Arrival {
  const socket = socketOf(context);
  return {
    header: (name) => context.req.header(name),
    targetHost: new URL(context.req.url).host,
    address: socket?.remoteAddress,
    isEncrypted: socket !== undefined && 'encrypted' in socket,
  };
}

/** The connection of a request; a request that was made without one has none. */
export function socketOf({ env }: Context): Socket | undefined {
  return (env as Partial<HttpBindings> | undefined)?.incoming?.socket;
}

/** Browsers keep a cookie no longer than this. */
const longestAgeSeconds = 400 * 24 * 60 * 60;

/** Gives the browser the cookie of the device that it has become. */
export function giveCookie(context: Context<CallerEnv>, cookie: string): void {
  const earlier = earlierCookieOf(context);
  if (earlier) deleteCookie(context, earlier.name, { path: '/' });
  setCookie(context, cookieName(context.get('way').host), cookie, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: longestAgeSeconds,
    // Where a TLS proxy is in front, the browser's own origin tells.
    secure: context.req.header('origin')?.startsWith('https:') ?? false,
  });
}

/** Browsers share cookies between the ports of a host: the name keeps two gateways on one machine apart. */
export function cookieName(host = ''): string {
  const port = /:(\d{1,5})$/.exec(host)?.[1];
  return port === undefined ? 'beckon' : `beckon_${port}`;
}

/** Cookies of earlier versions were named after the token, and were enough by themselves. */
function earlierCookieOf({ req }: Context): { name: string; value: string } | undefined {
  const [, name, value] = /(?:^|;\s*)(beckon_[\da-f]{12})=([^;]*)/.exec(req.header('cookie') ?? '') ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}
