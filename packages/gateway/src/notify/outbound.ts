// The one way in which a sender makes HTTP requests. The addresses that a name resolves to are checked, and the connection
// goes to one of those very addresses, so that a name cannot mean another machine a moment later. No redirect is followed, a
// reply is read only so far, and all of it ends in time. Nothing is thrown, and no address or header is in what is said.
import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { connect, isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { Policy } from './addresses.ts';
import { bareHost, isAllowed } from './addresses.ts';
import type { Failure, Place } from './failures.ts';
import { AddressRefused, describeFailure, final, passing } from './failures.ts';
import type { Resolve } from './lookups.ts';
import { Lookups } from './lookups.ts';

export interface OutboundOptions {
  clock?: Clock;
  /** Origins that `public` lets pass whatever they are: `https://push.example:8443`. */
  pushOrigins?: readonly string[];
  /** Authorities that are trusted besides those that Node trusts, in PEM form. */
  authorities?: readonly string[];
  /** In place of the system's resolver. */
  resolve?: Resolve;
}

export interface OutboundRequest {
  url: string;
  policy: Policy;
  method?: 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole of it, the look-up included. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/** What the server replied, or in one sentence why there is no reply. */
export type Outcome = Reply | Failure;

export interface Reply {
  status: number;
  /** By its name in small letters. */
  header(name: string): string | undefined;
  /** The first 64 kB of it. */
  text: string;
}

const defaultTimeoutMs = 10_000;
const mostReplyBytes = 64 * 1024;
const idleConnectionMs = 60_000;

export class Outbound implements Disposable {
  /** All that are trusted, where that is not left to Node. */
  readonly authorities: readonly string[] | undefined;
  readonly #clock: Clock;
  readonly #lookups: Lookups;
  readonly #pushOrigins: ReadonlySet<string>;
  readonly #ways: Record<Policy | 'exempt', Way>;

  constructor({ clock = systemClock, pushOrigins = [], authorities = [], resolve }: OutboundOptions = {}) {
    this.#clock = clock;
    this.authorities = authorities.length === 0 ? undefined : [...rootCertificates, ...authorities];
    this.#lookups = new Lookups(resolve);
    this.#pushOrigins = new Set(pushOrigins);
    // Each with connections of its own: one that a freer policy has opened must not serve a stricter one.
    this.#ways = {
      public: new Way(this.#lookups, 'public', this.authorities),
      chosen: new Way(this.#lookups, 'chosen', this.authorities),
      exempt: new Way(this.#lookups, 'chosen', this.authorities),
    };
  }

  /** Why no request would be made to this address, in a sentence; undefined where one would. Looks its name up. */
  async refusalOf(url: string, policy: Policy): Promise<string | undefined> {
    const target = this.#targetOf(url, policy);
    if ('detail' in target) return target.detail;
    const place = placeOf(target.url);
    return new Promise((resolve) => {
      const cancelLimit = this.#clock.after(defaultTimeoutMs, () => {
        resolve(`The name of ${place.where} cannot be looked up now.`);
      });
      const found = target.way.addressesOf(place.host);
      const told = found.then(
        () => resolve(undefined),
        (thrown: unknown) => resolve(describeFailure(thrown, place).detail),
      );
      void told.finally(cancelLimit);
    });
  }

  async request(wish: OutboundRequest): Promise<Outcome> {
    const target = this.#targetOf(wish.url, wish.policy);
    if ('detail' in target) return target;
    const { url, way } = target;
    const timeoutMs = wish.timeoutMs ?? defaultTimeoutMs;
    const end = new AbortController();
    const cancelLimit = this.#clock.after(timeoutMs, () => end.abort());
    try {
      const signal = AbortSignal.any([end.signal, wish.signal]);
      return await way.exchange({ ...wish, url, signal });
    } catch (thrown) {
      if (wish.signal.aborted) return passing('It was called off before there was a reply.');
      if (end.signal.aborted) {
        return passing(`${url.host} did not answer within ${Math.round(timeoutMs / 1000)} seconds.`);
      }
      return describeFailure(thrown, placeOf(url));
    } finally {
      cancelLimit();
    }
  }

  /** A bare connection to a server that a person chose, for what is not HTTP. */
  async connect(place: { host: string; port: number }, signal: AbortSignal): Promise<Socket | Failure> {
    const { port } = place;
    const host = bareHost({ hostname: place.host });
    try {
      return await this.#ways.chosen.connect({ host, port }, signal);
    } catch (thrown) {
      return describeFailure(thrown, { host, where: `${place.host}:${port}` });
    }
  }

  /** Ends the connections that are kept open. */
  [Symbol.dispose](): void {
    for (const way of Object.values(this.#ways)) way.close();
  }

  #targetOf(text: string, policy: Policy): { url: URL; way: Way } | Failure {
    if (!URL.canParse(text)) return final('The address is no URL.');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return final('The address begins with https:// or http://.');
    if (policy === 'public' && this.#pushOrigins.has(url.origin)) return { url, way: this.#ways.exempt };
    if (policy === 'public' && url.protocol !== 'https:') return final('The address must begin with https://.');
    return { url, way: this.#ways[policy] };
  }
}

/** The origins in `BECKON_PUSH_ORIGINS`, set apart by commas or spaces. Throws a sentence where one is no origin. */
export function readPushOrigins(text = ''): string[] {
  const named = text.split(/[\s,]+/).filter((part) => part !== '');
  return named.map((part) => {
    const isOrigin = URL.canParse(part) && /^https?:$/.test(new URL(part).protocol) && new URL(part).pathname === '/';
    if (!isOrigin)
      throw new Error(`BECKON_PUSH_ORIGINS has “${part}”, which is no origin such as https://push.example.`);
    return new URL(part).origin;
  });
}

type Exchange = Omit<OutboundRequest, 'url'> & { url: URL };

/** Connections under one policy. */
class Way {
  readonly #lookups: Lookups;
  readonly #policy: Policy;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor(lookups: Lookups, policy: Policy, ca: readonly string[] | undefined) {
    this.#lookups = lookups;
    this.#policy = policy;
    const pool = { keepAlive: true, timeout: idleConnectionMs, maxSockets: 8, maxFreeSockets: 2 };
    this.#http = new HttpAgent(pool);
    this.#https = new HttpsAgent(ca ? { ...pool, ca: [...ca] } : pool);
  }

  async addressesOf(host: string) {
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await this.#lookups.addressesOf(host);
    const allowed = addresses.filter(({ address }) => isAllowed(address, this.#policy));
    if (allowed.length === 0) throw new AddressRefused(this.#policy);
    return allowed;
  }

  async exchange(wish: Exchange): Promise<Reply> {
    const host = bareHost(wish.url);
    this.#refuseAddress(host);
    for (;;) {
      const attempt = await this.#attempt(wish, host);
      // The other side had closed a connection that was kept open: that says nothing about this request.
      if (attempt !== 'connection was stale') return attempt;
    }
  }

  async connect(place: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
    this.#refuseAddress(place.host);
    signal.throwIfAborted();
    const socket = connect({ ...place, lookup: this.#lookup });
    // It may break before whoever gets it listens.
    socket.on('error', () => undefined);
    try {
      await once(socket, 'connect', { signal });
      return socket;
    } catch (thrown) {
      socket.destroy();
      throw thrown;
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #attempt(wish: Exchange, host: string): Promise<Reply | 'connection was stale'> {
    const isSecure = wish.url.protocol === 'https:';
    return new Promise((resolve, reject) => {
      wish.signal.throwIfAborted();
      const options: RequestOptions = {
        method: wish.method ?? 'POST',
        host,
        port: wish.url.port || (isSecure ? 443 : 80),
        path: `${wish.url.pathname}${wish.url.search}`,
        headers: headersOf(wish),
        agent: isSecure ? this.#https : this.#http,
        lookup: this.#lookup,
        signal: wish.signal,
      };
      const request = (isSecure ? requestHttps : requestHttp)(options);
      let hasReply = false;
      request.on('response', (response) => {
        hasReply = true;
        readReply(response).then(resolve, reject);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && !hasReply && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (isStale) resolve('connection was stale');
        else reject(error);
      });
      request.end(wish.body);
    });
  }

  /** What is an address already is connected to without a look-up. */
  #refuseAddress(host: string): void {
    if (isIP(host) && !isAllowed(host, this.#policy)) throw new AddressRefused(this.#policy);
  }

  readonly #lookup: LookupFunction = (host, { all }, tell) => {
    void this.#lookUp(host, all === true, tell);
  };

  async #lookUp(host: string, wantsAll: boolean, tell: Parameters<LookupFunction>[2]): Promise<void> {
    const found = await this.addressesOf(host).catch((thrown: unknown) => thrown as NodeJS.ErrnoException);
    if (found instanceof Error) tell(found, '');
    else if (wantsAll) tell(null, found);
    else tell(null, found[0]?.address ?? '', found[0]?.family);
  }
}

/** The status is known by now: where the rest of the reply breaks off or never ends, what has come of it is enough. */
async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  let left = mostReplyBytes;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      // Leaving the loop ends the connection.
      if (left <= 0) break;
    }
  } catch {
    // As said above.
  }
  return {
    status: response.statusCode ?? 0,
    header: (name) => response.headers[name]?.toString(),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function headersOf({ url, headers = {} }: Exchange): Record<string, string> {
  const { username, password } = url;
  if (username === '' && password === '') return { 'user-agent': 'Beckon', ...headers };
  const credentials = [username, password].map(decodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { 'user-agent': 'Beckon', authorization, ...headers };
}

function placeOf(url: URL): Place {
  return { host: bareHost(url), where: url.host };
}
