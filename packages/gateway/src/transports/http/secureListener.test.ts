// HTTPS with a certificate that is made here, over real sockets.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { writeCertificate } from '../../../../../tests/support/certificates.ts';
import { serveOnLoopback, token } from '../../../../../tests/support/serveOnLoopback.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import type { Logger } from '../../logger.ts';

const host = 'beckon.test';

async function stage() {
  const house = await testGateway();
  const { gateway, clock, folder } = house;
  const made = writeCertificate(folder, { hosts: [host, '127.0.0.1'] });
  const errors: string[] = [];
  const log: Logger = { info() {}, warn() {}, error: (_, message) => void errors.push(message) };
  const server = await serveOnLoopback(gateway, { clock, log, webRoot: folder.at('web'), tls: made });
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
    // Reset or ended, it is gone.
    const closed = [silent, garbled].map((socket) => {
      socket.on('error', () => undefined).resume();
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.all([silent, garbled].map((socket) => once(socket, 'connect')));
    garbled.write(Buffer.from([22, 3, 1, 255, 255, 1, 2, 3]));
    await app.server.close();
    await Promise.all(closed);
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
