// What a request must pass before it reaches a route: it names a host that is ours, it does not come from a foreign
// page, it carries JSON where it changes something, and its sender is known.
import { BeckonError } from '@beckon/protocol';
import type { Context, MiddlewareHandler } from 'hono';
import type { Access, Caller, Refusal, Shown } from '../../access/access.ts';
import type { CallerEnv } from './caller.ts';
import { arrivalOf, shownBy, socketOf } from './caller.ts';
import type { Failure, Failures } from './failures.ts';
import type { Newcomers } from './newcomers.ts';
import type { Reach, Way } from './reach.ts';

/** Against DNS rebinding: a foreign name that resolves to this machine is turned away before anything else is read. */
export function hostGuard(reach: Reach): MiddlewareHandler<CallerEnv> {
  return async (context, next) => {
    const way = reach.wayOf(arrivalOf(context));
    if (!way) {
      throw new BeckonError('forbidden', 'Beckon does not go by that host name. Add it with --allow-host to use it.');
    }
    context.set('way', way);
    await next();
  };
}

export const secureResponse: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};

export interface CallerGuardOptions {
  access: Access;
  failures: Failures;
  newcomers: Newcomers;
  /** What makes a new sign-in link, for people to type. */
  linkCommand: string;
}

/** The token, or both halves of a device's credential, and for a change with these, proof that our own page asks for it. */
export function callerGuard(options: CallerGuardOptions): MiddlewareHandler<CallerEnv> {
  const { access, failures, newcomers } = options;
  const ways = waysIn(options.linkCommand);
  return async (context, next) => {
    const shown = shownBy(context);
    const caller = access.identify(shown) ?? readerOfDescription(context, access.refusalOf(shown));
    if (!caller) {
      const refusal = access.refusalOf(shown);
      await noteFailure(failures, context, failureOf(refusal, shown));
      throw new BeckonError('unauthorized', refusalTexts[refusal.because](ways));
    }
    newcomers.admit(socketOf(context));
    if (changesSomething(context.req.method)) refuseForeign(context.req.raw.headers, caller, context.get('way'));
    context.set('device', caller.device);
    const ended = endedError(caller, ways);
    await orEnded(next(), (listen) => access.onRemoved(caller.device, () => listen(ended)));
  };
}

/** Notes what was wrong, where something was, and waits for as long as the answer is to take. */
export async function noteFailure(failures: Failures, context: Context, failure: Failure | undefined): Promise<void> {
  if (!failure) return;
  const { isCrowded } = await failures.note(failure, context.req.raw.signal);
  const { outgoing } = (context.env ?? {}) as Partial<CallerEnv['Bindings']>;
  if (isCrowded && outgoing) outgoing.shouldKeepAlive = false;
}

type WaysIn = ReturnType<typeof waysIn>;

/** Whoever has been in before came by the printed link, or by one that is used up as well. */
function waysIn(linkCommand: string) {
  return {
    first: `Open the link that Beckon printed when it started, or get a new one with “${linkCommand}”.`,
    again: `To sign in again, get a new link on the gateway’s machine with “${linkCommand}”.`,
  };
}

const needsKey = ({ first }: WaysIn) =>
  `Beckon also needs a key that a browser keeps for this address alone, so this one has to sign in once more. ${first}`;
const refusalTexts: Record<Refusal['because'], (ways: WaysIn) => string> = {
  nothing_shown: ({ first }) => `This device is not signed in. ${first}`,
  wrong_cookie: ({ first }) => `This device is not signed in. ${first}`,
  wrong_token: () => 'That is not the token of this gateway. “beckon token” says where it is.',
  removed: ({ again }) => `This device has been removed. ${again}`,
  no_key: needsKey,
  earlier_version: needsKey,
};

/** Whoever shows nothing, or has signed in before, does not try to guess. */
function failureOf(refusal: Refusal, { address, program }: Shown): Failure | undefined {
  switch (refusal.because) {
    case 'wrong_token':
      return { what: 'token', address, program };
    case 'wrong_cookie':
      return { what: 'cookie', address, program };
    case 'no_key':
      return { what: 'cookie', address, program, device: refusal.device };
    case 'nothing_shown':
    case 'earlier_version':
    case 'removed':
      return undefined;
  }
}

/**
 * The description of the API is opened as a page of its own, which has no key to show. It is the same everywhere and tells
 * nothing about anyone, so the cookie is enough to read it.
 */
function readerOfDescription({ req }: Context, refusal: Refusal): Caller | undefined {
  const isDescription = req.method === 'GET' && descriptions.has(req.path);
  if (!isDescription || refusal.because !== 'no_key') return undefined;
  return { device: refusal.device, origin: undefined };
}

const descriptions = new Set(['/api/docs', '/api/openapi.json']);

function endedError({ origin }: Caller, ways: WaysIn): BeckonError {
  const isProgram = origin === undefined;
  return new BeckonError(
    'unauthorized',
    isProgram ? 'The token has been replaced. “beckon token” says where the new one is.' : refusalTexts.removed(ways),
  );
}

/** The work, unless the credential that it was asked for with ends meanwhile. */
async function orEnded(
  work: Promise<void>,
  onEnd: (listen: (error: BeckonError) => void) => () => void,
): Promise<void> {
  let stopListening = () => {};
  const ended = new Promise<never>((_, reject) => {
    stopListening = onEnd(reject);
  });
  try {
    await Promise.race([work, ended]);
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
      if (!access.identify(shownBy(context))) throw removedMeanwhile;
    }
    await next();
  };
}

const removedMeanwhile = new BeckonError('unauthorized', 'This device has been removed.');

function changesSomething(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function refuseForeign(headers: Headers, caller: Caller, way: Way): void {
  if (!isOwn(headers, caller, way)) {
    throw new BeckonError('forbidden', 'Only Beckon’s own page may do that from a browser.');
  }
  requireJson(headers);
}

export function requireJson(headers: Headers): void {
  const type = headers.get('content-type');
  const carriesBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding');
  if (carriesBody && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new BeckonError('unsupported_media_type', 'Send the body as application/json.');
  }
}

/** A browser names the origin that its credential was made for; a program with the token need not name any. */
function isOwn(headers: Headers, caller: Caller, way: Way): boolean {
  if (caller.origin !== undefined) return headers.get('origin') === caller.origin;
  return !headers.has('origin') || isOwnOrigin(headers, way);
}

/** Whether it is our own page, in a browser, that sends this: by the same scheme, host and port as the request. */
export function isOwnOrigin(headers: Headers, { origins }: Way): boolean {
  return origins.includes(headers.get('origin') ?? '');
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
