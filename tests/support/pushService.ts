// A push service on loopback, over real HTTPS, and the browsers that subscribe to it: it checks who signed a push, and opens it
// with the browser's private key (RFC 8188, 8291, 8292), so that a test reads what the browser would.
import type { KeyObject } from 'node:crypto';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BrowserSubscription } from '@beckon/protocol';
import { PushMessage } from '@beckon/protocol/pushMessage';
import { writeCertificate } from './certificates.ts';
import { tempFolder } from './tempFolder.ts';

export interface Pushed {
  message: PushMessage;
  /** As it came, for a browser that is given it as it is. */
  text: string;
  headers: IncomingHttpHeaders;
  /** What the signature says, which has been checked. */
  claims: { aud: string; exp: number; sub: string };
  /** When all of it had come. */
  at: number;
}

/** What it says to a push; it says nothing where that never returns. */
type Manner = (response: ServerResponse, push: Pushed | undefined, request: IncomingMessage) => void;

export interface PushService extends AsyncDisposable {
  origin: string;
  /** The authority that signed its certificate. */
  authority: string;
  authorityPath: string;
  /** What it took, oldest first. */
  pushed: Pushed[];
  /** What it could not open, or was not signed as it should be. */
  refused: string[];
  /** Resolves with the first push that fits, past or to come. */
  next(fits?: (push: Pushed) => boolean): Promise<Pushed>;
  /** A browser's subscription, made with the gateway's key. */
  subscribe(publicKey: string): BrowserSubscription;
  /** Takes the place of taking every push. */
  manner: Manner;
}

interface Browser {
  privateKey: Buffer;
  auth: Buffer;
  vapidKey: string;
}

const takes: Manner = (response) => void response.writeHead(201).end();

export async function pushService(): Promise<PushService> {
  const folder = tempFolder();
  const certificate = writeCertificate(folder, { hosts: ['localhost', '127.0.0.1'] });
  const browsers = new Map<string, Browser>();
  const waiting = new Set<() => void>();
  const server = createServer({ cert: certificate.cert, key: certificate.key });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const service: PushService = {
    origin,
    authority: certificate.authority,
    authorityPath: certificate.authorityPath,
    pushed: [],
    refused: [],
    manner: takes,
    async next(fits = () => true) {
      for (;;) {
        const found = service.pushed.find(fits);
        if (found) return found;
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    subscribe(publicKey) {
      const curve = createECDH('prime256v1');
      const p256dh = curve.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      browsers.set(path, { privateKey: curve.getPrivateKey(), auth, vapidKey: publicKey });
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      folder[Symbol.dispose]();
    },
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const push = await take(request);
      service.manner(response, push, request);
      if (response.statusCode === 201) service.pushed.push(push);
    } catch (error) {
      service.refused.push(String(error));
      response.writeHead(400).end();
    }
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  async function take(request: IncomingMessage): Promise<Pushed> {
    const browser = browsers.get(request.url ?? '');
    if (!browser) throw new Error(`nobody has subscribed at ${request.url}`);
    const { headers } = request;
    const body = await buffer(request);
    const at = performance.now();
    if (request.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') throw new Error('it is no push');
    if (body.length > 4096) throw new Error('it is longer than services have to take');
    if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) throw new Error('it says not for how long it is good');
    const claims = signedClaims(headers.authorization ?? '', browser.vapidKey);
    if (claims.aud !== origin) throw new Error(`it is signed for ${claims.aud}`);
    if (claims.exp * 1000 < Date.now() || claims.exp * 1000 > Date.now() + 24 * 60 * 60_000)
      throw new Error('its time is wrong');
    const text = opened(body, browser);
    return { message: PushMessage.parse(JSON.parse(text)), text, headers, claims, at };
  }
  return service;
}

/** Of `vapid t=JWT, k=KEY`, signed by the key that the browser has subscribed with. */
function signedClaims(authorization: string, vapidKey: string): Pushed['claims'] {
  const [, jwt = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== vapidKey) throw new Error('it is signed with another key than the browser knows');
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKeyOf(vapidKey), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('its signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Pushed['claims'];
}

function publicKeyOf(point: string): KeyObject {
  const bytes = Buffer.from(point, 'base64url');
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')];
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

/** One record of `aes128gcm`, whose header names the sender's key. */
function opened(body: Buffer, { privateKey, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = derived(curve.computeSecret(senderKey), { salt: auth, about, bytes: 32 });
  const key = derived(secret, { salt, about: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = derived(secret, { salt, about: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // A 2 ends the last record, and zeros may follow it.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}

function derived(from: Buffer, { salt, about, bytes }: { salt: Buffer; about: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', from, salt, about, bytes));
}
