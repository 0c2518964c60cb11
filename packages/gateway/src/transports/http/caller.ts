// How a request says who it comes from: with the token in a header, or with a device's credential in a cookie.
import type { Device } from '@beckon/protocol';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Access, Shown } from '../../access/access.ts';
import { programName } from './device.ts';

/** What the routes of the API find in their context. */
export interface CallerEnv {
  Bindings: HttpBindings;
  /** Where the request comes from, once the guard has let it pass. */
  Variables: { device: Device };
}

export function shownBy(context: Context, { cookieName }: Access): Shown {
  return {
    token: /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1],
    credential: getCookie(context, cookieName),
    program: programName(context.req.header('user-agent')),
  };
}

/** Browsers keep a cookie no longer than this. */
const longestAgeSeconds = 400 * 24 * 60 * 60;

/** Gives the browser the credential of the device that it has become. */
export function giveCredential(context: Context, { cookieName }: Access, credential: string): void {
  setCookie(context, cookieName, credential, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: longestAgeSeconds,
    // Where a TLS proxy is in front, the browser's own origin tells.
    secure: context.req.header('origin')?.startsWith('https:') ?? false,
  });
}
