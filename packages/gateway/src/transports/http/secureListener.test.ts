// HTTPS with a certificate that is made here, over real sockets.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { connect as connectSecurely } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { writeCertificate } from '../../../../../tests/support/certificates.ts';
import { serveOnLoopback, token } from '../../../../../tests/support/serveOnLoopback.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import type { Logger } from '../../logger.ts';
import type { ServerOptions } from './server.ts';

const host = 'beckon.test';

async function stage({ routes = [], newcomerLimits = {} }: Pick<ServerOptions, 'routes' | 'newcomerLimits'> = {}) {
  const house = await testGateway();
  const { gateway, clock, folder } = house;
  const made = writeCertificate(folder, { hosts: [host, '127.0.0.1'] });
  const errors: string[] = [];
  const log: Logger = { info() {}, warn() {}, error: (_, message) => void errors.push(message) };
  const options = { clock, log, webRoot: folder.at('web'), tls: made, newcomerLimits };
  const server = await serveOnLoopback({ ...gateway, routes: [...gateway.routes, ...routes] }, options);
  const { port } = new URL(server.url);
  const ask = (path: string, authority = made.authority, headers: Record<string, string> = {}) =>
    askOver({ port: Number(port), authority }, path, headers);
  return {
    ...house,
    server,
    made,
    errors,
    port: Number(port),
    ask,
    /** One look for a renewal. */
    async look() {
      clock.advance(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await house[Symbol.asyncDispose]();
    },
  };
}

async function askOver(
  { port, authority }: { port: number; authority: string },
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: string; certificate: PeerCertificate }> {
  const asked = request({
    host: '127.0.0.1',
    port,
    path,
    servername: host,
    ca: authority,
    agent: false,
    headers: { host: `${host}:${port}`, ...headers },
  });
  asked.end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  const certificate = (reply.socket as TLSSocket).getPeerCertificate();
  return { status: reply.statusCode, body: await text(reply), certificate };
}

/** How this machine may speak to it: raw connections. */
const spoken: [string, (app: { port: number; made: { authority: string } }) => Socket][] = [
  ['HTTPS', ({ port, made }) => connectSecurely({ port, host: '127.0.0.1', servername: host, ca: made.authority })],
  ['plain HTTP', ({ port }) => connect(port, '127.0.0.1')],
];

/** Reset or ended, it is gone. */
const gone = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.on('error', () => undefined).resume();
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

describe('with a certificate', () => {
  test('speaks HTTPS by the names of it, and plain HTTP to this machine, on one port', async () => {
    await using app = await stage();
    expect(await app.ask('/api/health')).toMatchObject({ status: 200, body: '{"ok":true}' });
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.ask('/api/sessions', app.made.authority, headers)).status).toBe(200);
    expect((await fetch(`${app.server.url}/api/health`)).status).toBe(200);
    expect((await app.ask('/api/health', app.made.authority, { host: 'evil.example' })).status).toBe(403);
    expect(app.server.addresses().map(({ url }) => url)).toEqual([app.server.url, `https://${host}:${app.port}`]);
  });

  test('a renewal on disk is taken up without a restart', async () => {
    await using app = await stage();
    const before = await app.ask('/api/health');
    const renewed = writeCertificate(app.folder, { hosts: [host] });
    await app.look();
    const after = await app.ask('/api/health', renewed.authority);
    expect(after.status).toBe(200);
    expect(after.certificate.fingerprint256).not.toBe(before.certificate.fingerprint256);
  });

  test('the names of a renewal are those by which it is reached', async () => {
    await using app = await stage();
    const statusAt = async (name: string, { authority } = app.made) =>
      (await app.ask('/api/health', authority, { host: `${name}:${app.port}` })).status;
    expect([await statusAt(host), await statusAt('renewed.test')]).toEqual([200, 403]);
    const renewed = writeCertificate(app.folder, { hosts: [host, 'renewed.test'] });
    await app.look();
    expect([await statusAt(host, renewed), await statusAt('renewed.test', renewed)]).toEqual([200, 200]);
    expect(app.server.addresses().map(({ url }) => url)).toContain(`https://renewed.test:${app.port}`);
    const other = writeCertificate(app.folder, { hosts: [host] });
    await app.look();
    expect(await statusAt('renewed.test', other)).toBe(403);
  });

  test.each([
    ['is no certificate', (path: string) => writeFileSync(path, 'oops')],
    ['is gone', (path: string) => rmSync(path)],
    ['belongs to another key', (path: string, other: string) => writeFileSync(path, other)],
  ])('a renewal that %s keeps the one that was, and is told in the log once', async (_, spoil) => {
    await using app = await stage();
    await using other = await testGateway();
    spoil(app.made.certPath, writeCertificate(other.folder, { hosts: [host] }).cert);
    await app.look();
    // It may be half written.
    expect(app.errors).toEqual([]);
    for (let count = 0; count < 3; count++) await app.look();
    expect(app.errors).toEqual(['the renewed certificate cannot be used; the one before it goes on']);
    expect((await app.ask('/api/health')).status).toBe(200);
    const mended = writeCertificate(app.folder, { hosts: [host] });
    await app.look();
    expect((await app.ask('/api/health', mended.authority)).status).toBe(200);
  });

  test('whoever says nothing, or nothing sensible, is let go when the server closes', async () => {
    await using app = await stage();
    const silent = connect(app.port, '127.0.0.1');
    const garbled = connect(app.port, '127.0.0.1');
    const closed = [silent, garbled].map(gone);
    await Promise.all([silent, garbled].map((socket) => once(socket, 'connect')));
    garbled.write(Buffer.from([22, 3, 1, 255, 255, 1, 2, 3]));
    await app.server.close();
    await Promise.all(closed);
  });

  test.each(spoken)('a request over %s that is never answered is let go when the server closes', async (_, open) => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const handle = () => {
      arrive();
      return new Promise<Response>(() => {});
    };
    await using app = await stage({ routes: [{ method: 'POST', path: '/hooks/:event', handle }] });
    const socket = open(app);
    socket.write(`POST /hooks/Stop HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`);
    await arrived;
    await app.server.close();
    await gone(socket);
  });

  describe.each(spoken)('over %s', (_, open) => {
    const drip = async (socket: Socket) => {
      socket.write(`GET /api/sessions HTTP/1.1\r\nHost: ${host}\r\n`);
      const dripping = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
      await gone(socket);
      clearInterval(dripping);
    };

    test('a head that does not come to its end is cut off', async () => {
      await using app = await stage({ newcomerLimits: { headMs: 100 } });
      await drip(open(app));
    });

    test('so is a later one, of someone who is known', async () => {
      await using app = await stage({ newcomerLimits: { wholeMs: 300 } });
      const socket = open(app);
      socket.write(`GET /api/sessions HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
      await once(socket, 'data');
      await drip(socket);
    });
  });
});

test.each([
  ['no file', { cert: undefined }, /cannot be read from .*cert\.pem/],
  ['no certificate', { cert: 'oops' }, /cert\.pem is no certificate in PEM form/],
  ['no key', { key: 'oops' }, /key\.pem is no private key in PEM form/],
  ['a key of another', { key: 'other' }, /The key in .*key\.pem does not belong to .*cert\.pem/],
])(
  'does not start with %s, and says why',
  async (_, { cert, key }: { cert?: string | undefined; key?: string }, why) => {
    await using house = await testGateway();
    await using another = await testGateway();
    const made = writeCertificate(house.folder, { hosts: [host] });
    if (cert === 'oops') writeFileSync(made.certPath, cert);
    if (key !== undefined) {
      writeFileSync(made.keyPath, key === 'other' ? writeCertificate(another.folder, { hosts: [host] }).key : key);
    } else if (cert === undefined) rmSync(made.certPath);
    const starting = serveOnLoopback(house.gateway, { clock: house.clock, webRoot: house.folder.at('web'), tls: made });
    await expect(starting).rejects.toThrow(why);
  },
);
