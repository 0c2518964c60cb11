// What a request must pass before it reaches a route: it names a host that is ours, it does not come from a foreign
// page, it carries JSON where it changes something, and its sender is known.
import { isIP, isIPv6 } from 'node:net';
import { BeckonError } from '@beckon/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Access } from '../../access/access.ts';
import type { CallerEnv } from './caller.ts';
import { shownBy } from './caller.ts';

/** Against DNS rebinding: a foreign name that resolves to this machine is turned away before anything else is read. */
export function hostGuard({ host, allowedHosts }: { host: string; allowedHosts: string[] }): MiddlewareHandler {
  const listened = isIPv6(host) ? `[${host}]` : host;
  const names = new Set(
    ['localhost', '127.0.0.1', '[::1]', listened, ...allowedHosts].map((name) => name.toLowerCase()),
  );
  // An address cannot be rebound, only a name can; where we listen on all addresses, any of them is ours.
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  const isOurs = (name: string | undefined) =>
    name !== undefined && (names.has(name) || (listensEverywhere && isIP(name.replace(/^\[|\]$/g, '')) > 0));
  return async (context, next) => {
    // A request may also name its host in its target, as to a proxy: `GET http://evil.example/ HTTP/1.1`.
    const inTarget = new URL(context.req.url).host;
    if (!isOurs(hostName(context.req.header('host'))) || !isOurs(hostName(inTarget))) {
      throw new BeckonError('forbidden', 'Beckon does not go by that host name. Add it with --allow-host to use it.');
    }
    await next();
  };
}

export const secureResponse: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};

/** The token or a device's cookie, and for a change with the cookie, proof that our own page asks for it. */
export function callerGuard(access: Access): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const shown = shownBy(context, access);
    const caller = access.identify(shown);
    if (!caller) throw access.isOfEarlierVersion(shown) ? signInAgain : notSignedIn;
    if (changesSomething(context.req.method)) refuseForeign(context.req.raw.headers, caller.by === 'credential');
    context.set('device', caller.device);
    await orRemoved(next(), (listen) => access.onRemoved(caller.device, listen));
  };
}

const howToSignIn = 'Open the link that Beckon printed when it started, or get a new one with “npm start -- link”.';
const notSignedIn = new BeckonError('unauthorized', `This device is not signed in. ${howToSignIn}`);
const signInAgain = new BeckonError(
  'unauthorized',
  `Beckon knows each browser by itself now, so this one has to sign in once more. ${howToSignIn}`,
);
const removed = new BeckonError('unauthorized', `This device has been removed. ${howToSignIn}`);

/** The work, unless the device that asked for it is removed meanwhile. */
async function orRemoved(work: Promise<void>, onRemoved: (listen: () => void) => () => void): Promise<void> {
  let stopListening = () => {};
  const removal = new Promise<never>((_, reject) => {
    stopListening = onRemoved(() => reject(removed));
  });
  try {
    await Promise.race([work, removal]);
  } finally {
    stopListening();
  }
}

/**
 * A body may take its time to come. It is read to its end before anything is done, and whoever was removed meanwhile
 * changes nothing any more.
 */
export function bodyGuard(access: Access): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    if (changesSomething(context.req.method)) {
      await context.req.text();
      if (!access.identify(shownBy(context, access))) throw removed;
    }
    await next();
  };
}

function changesSomething(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function refuseForeign(headers: Headers, mustShowOrigin: boolean): void {
  const isOwn = headers.has('origin') ? isOwnOrigin(headers) : !mustShowOrigin;
  if (!isOwn) throw new BeckonError('forbidden', 'Only Beckon’s own page may do that from a browser.');
  const type = headers.get('content-type');
  const carriesBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
  if (carriesBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new BeckonError('unsupported_media_type', 'Send the body as application/json.');
  }
}

/** Whether it is our own page, in a browser, that sends this. */
export function isOwnOrigin(headers: Headers): boolean {
  return originHost(headers.get('origin') ?? '') === headers.get('host')?.toLowerCase();
}

function originHost(origin: string): string | undefined {
  try {
    return new URL(origin).host.toLowerCase();
  } catch {
    return undefined;
  }
}

/** Without the port. */
function hostName(header: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:/\s]+)(:\d{1,5})?$/i.exec(header ?? '')?.[1]?.toLowerCase();
}

const contentSecurityPolicy = (formAction: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');

export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy("'none'"),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** In place of the above, for a page whose form is sent to us. Without a referrer browsers would not name its origin. */
export const pageWithForm = {
  'content-security-policy': contentSecurityPolicy("'self'"),
  'referrer-policy': 'strict-origin',
};
