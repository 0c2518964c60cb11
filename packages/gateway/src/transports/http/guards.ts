// What a request must pass before it reaches a route: it names a host that is ours, it does not come from a foreign
// page, it carries JSON where it changes something, and its sender is known.
import { isIP, isIPv6 } from 'node:net';
import { BeckonError } from '@beckon/protocol';
import type { MiddlewareHandler } from 'hono';
import type { Access } from '../../access/access.ts';

/** Against DNS rebinding: a foreign name that resolves to this machine is turned away before anything else is read. */
export function hostGuard({ host, allowedHosts }: { host: string; allowedHosts: string[] }): MiddlewareHandler {
  const listened = isIPv6(host) ? `[${host}]` : host;
  const names = new Set(
    ['localhost', '127.0.0.1', '[::1]', listened, ...allowedHosts].map((name) => name.toLowerCase()),
  );
  // An address cannot be rebound, only a name can; where we listen on all addresses, any of them is ours.
  const listensEverywhere = host === '0.0.0.0' || host === '::';
  return async (context, next) => {
    const name = hostName(context.req.header('host'));
    const isOurs =
      name !== undefined && (names.has(name) || (listensEverywhere && isIP(name.replace(/^\[|\]$/g, '')) > 0));
    if (!isOurs) {
      throw new BeckonError('forbidden', 'Beckon does not go by that host name. Add it with --allow-host to use it.');
    }
    await next();
  };
}

export const secureResponse: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(securityHeaders)) context.res.headers.set(name, value);
};

/** The token or the cookie, and for a change with the cookie, proof that our own page asks for it. */
export function callerGuard(access: Access): MiddlewareHandler {
  return async (context, next) => {
    const identity = access.identify(context);
    if (!identity) {
      throw new BeckonError(
        'unauthorized',
        'This device is not signed in. Open the link that Beckon printed when it started.',
      );
    }
    if (changesSomething(context.req.method)) refuseForeign(context.req.raw.headers, identity === 'cookie');
    await next();
  };
}

function changesSomething(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function refuseForeign(headers: Headers, mustShowOrigin: boolean): void {
  const origin = headers.get('origin');
  const isOwn = origin === null ? !mustShowOrigin : originHost(origin) === headers.get('host')?.toLowerCase();
  if (!isOwn) throw new BeckonError('forbidden', 'Only Beckon’s own page may do that from a browser.');
  const type = headers.get('content-type');
  const carriesBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
  if (carriesBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new BeckonError('unsupported_media_type', 'Send the body as application/json.');
  }
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

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
