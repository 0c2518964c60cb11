// Who may talk to the gateway: programs that know the token, and browsers that were let in once by a one-time link.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Clock } from '../clock.ts';

const codeLifetimeMs = 10 * 60_000;
const cookieMaxAgeSeconds = 400 * 24 * 60 * 60;

export class Access {
  readonly #token: string;
  readonly #clock: Clock;
  /** Derived from the token, so that it survives a restart and does not give the token away. */
  readonly #cookieName: string;
  readonly #cookieValue: string;
  readonly #codes = new Map<string, number>();

  constructor(token: string, clock: Clock) {
    this.#token = token;
    this.#clock = clock;
    // Browsers share cookies between the ports of a host: the name keeps two gateways on one machine apart.
    this.#cookieName = `beckon_${derive(token, 'cookie name').slice(0, 12)}`;
    this.#cookieValue = derive(token, 'cookie value');
  }

  /** A code that lets one browser in, once, for a while. */
  issueCode(): string {
    const now = this.#clock.now();
    for (const [code, expiresAt] of this.#codes) if (expiresAt < now) this.#codes.delete(code);
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, now + codeLifetimeMs);
    return code;
  }

  /** Trades a code for the cookie. */
  redeem(context: Context, code: string): boolean {
    const expiresAt = this.#codes.get(code);
    this.#codes.delete(code);
    if (expiresAt === undefined || expiresAt < this.#clock.now()) return false;
    setCookie(context, this.#cookieName, this.#cookieValue, {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      maxAge: cookieMaxAgeSeconds,
    });
    return true;
  }

  /** How the caller has shown that it is a person's device, if it has. */
  identify(context: Context): 'token' | 'cookie' | undefined {
    const bearer = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (bearer !== undefined) return isEqual(bearer, this.#token) ? 'token' : undefined;
    const cookie = getCookie(context, this.#cookieName);
    return cookie !== undefined && isEqual(cookie, this.#cookieValue) ? 'cookie' : undefined;
  }
}

function derive(token: string, purpose: string): string {
  return createHmac('sha256', token).update(`beckon ${purpose}`).digest('hex');
}

/** In constant time, whatever the lengths. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
