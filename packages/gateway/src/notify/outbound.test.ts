import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { writeCertificate } from '../../../../tests/support/certificates.ts';
import { loopback } from '../../../../tests/support/loopback.ts';
import { tempFolder } from '../../../../tests/support/tempFolder.ts';
import { TestClock } from '../../../../tests/support/testClock.ts';
import type { Policy } from './addresses.ts';
import type { Resolve } from './lookups.ts';
import { Outbound, readPushOrigins } from './outbound.ts';

const { signal } = new AbortController();
const secret = 'a-secret-that-nobody-may-see';

function post(url: string, policy: Policy = 'chosen') {
  return { url, policy, body: '{}', headers: { authorization: `Bearer ${secret}` }, signal };
}

/** Resolves to what the test says, look-up by look-up; the last holds from then on. */
function names(...answers: string[][]) {
  const asked: string[] = [];
  const resolve: Resolve = (host) => {
    const answer = answers[Math.min(asked.push(host), answers.length) - 1] ?? [];
    return Promise.resolve(answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  return { asked, resolve };
}

function portOf(url: string): string {
  return new URL(url).port;
}

test('a second request goes over the connection of the first, without another look-up', async () => {
  await using server = await loopback((response) => response.end('fine'));
  const { asked, resolve } = names(['127.0.0.1']);
  using outbound = new Outbound({ resolve });
  const url = `http://hook.example:${portOf(server.url)}/a?b=c`;
  expect(await outbound.request(post(url))).toMatchObject({ status: 200, text: 'fine' });
  expect(await outbound.request(post(url))).toMatchObject({ status: 200 });
  expect(server.connectionCount).toBe(1);
  expect(asked).toEqual(['hook.example']);
  expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/a?b=c', body: '{}' });
  expect(server.requests[0]?.headers.host).toBe(`hook.example:${portOf(server.url)}`);
});

test('a name is connected to where it was checked: what it means a moment later plays no part', async () => {
  await using server = await loopback((response) => response.end());
  const { asked, resolve } = names(['127.0.0.1'], ['169.254.169.254']);
  using outbound = new Outbound({ resolve });
  const url = `http://rebound.example:${portOf(server.url)}/`;
  expect(await outbound.request(post(url))).toMatchObject({ status: 200 });
  expect(asked).toHaveLength(1);
});

test.each<[Policy, string[]]>([
  ['public', ['10.0.0.5']],
  ['public', ['127.0.0.1', '::1']],
  ['public', ['::ffff:127.0.0.1']],
  ['chosen', ['169.254.169.254']],
  ['chosen', ['fe80::1']],
])('a name that later resolves to a forbidden address is refused then: %s, %s', async (policy, later) => {
  const { resolve } = names(['1.1.1.1'], later);
  using outbound = new Outbound({ resolve });
  const url = 'https://push.example:1/';
  expect(await outbound.refusalOf(url, policy)).toBeUndefined();
  expect(await outbound.request(post(url, policy))).toMatchObject({ status: undefined, mayPass: false });
  expect(await outbound.refusalOf(url, policy)).toContain('“push.example” leads to');
});

test('of several addresses only those that are allowed are tried', async () => {
  await using server = await loopback((response) => response.end());
  const { resolve } = names(['fe80::1', '169.254.1.1', '127.0.0.1']);
  using outbound = new Outbound({ resolve });
  expect(await outbound.request(post(`http://nas.local:${portOf(server.url)}/`))).toMatchObject({ status: 200 });
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::ffff:127.0.0.1]/',
  'https://0x7f.1./',
  'https://localhost./',
])('no push endpoint is on this machine, however that is written: %s', async (url) => {
  using outbound = new Outbound();
  expect(await outbound.refusalOf(url, 'public')).toContain('no public address');
  expect(await outbound.request(post(url, 'public'))).toMatchObject({ status: undefined, mayPass: false });
});

test.each([
  ['http://push.example/', 'public', 'must begin with https://'],
  ['ftp://files.example/', 'chosen', 'begins with https:// or http://'],
  ['nonsense', 'chosen', 'no URL'],
  ['http://0.0.0.0/', 'chosen', 'no server of yours'],
  ['http://169.254.169.254/latest/meta-data', 'chosen', 'no server of yours'],
  ['http://[fe80::1]/', 'chosen', 'no server of yours'],
] as const)('%s is refused with a sentence', async (url, policy, sentence) => {
  using outbound = new Outbound();
  expect(await outbound.refusalOf(url, policy)).toContain(sentence);
  expect(await outbound.request(post(url, policy))).toMatchObject({
    detail: expect.stringContaining(sentence) as string,
  });
});

test('an origin named in BECKON_PUSH_ORIGINS is exempt, and no other port of it', async () => {
  await using server = await loopback((response) => response.writeHead(201).end());
  using outbound = new Outbound({ pushOrigins: readPushOrigins(` ${server.url}/ ,https://push.example`) });
  expect(await outbound.request(post(`${server.url}/subscription`, 'public'))).toMatchObject({ status: 201 });
  expect(await outbound.refusalOf('https://127.0.0.1:1/', 'public')).toContain('no public address');
  expect(() => readPushOrigins('https://push.example/path')).toThrow('no origin');
  expect(readPushOrigins(undefined)).toEqual([]);
});

test('a connection that was opened to a server of one’s own does not serve a push endpoint of the same name', async () => {
  using folder = tempFolder();
  const certificate = writeCertificate(folder, { hosts: ['push.example'] });
  await using server = await loopback((response) => response.end(), certificate);
  const { resolve } = names(['127.0.0.1']);
  using outbound = new Outbound({ resolve, authorities: [certificate.authority] });
  const url = `https://push.example:${portOf(server.url)}/`;
  expect(await outbound.request(post(url, 'chosen'))).toMatchObject({ status: 200 });
  expect(await outbound.request(post(url, 'public'))).toMatchObject({ status: undefined });
});

test('a certificate counts only from an authority that is trusted, and for the name that was asked for', async () => {
  using folder = tempFolder();
  const certificate = writeCertificate(folder, { hosts: ['hook.example'] });
  await using server = await loopback((response) => response.end(), certificate);
  const { resolve } = names(['127.0.0.1']);
  using trusting = new Outbound({ resolve, authorities: [certificate.authority] });
  using plain = new Outbound({ resolve });
  const port = portOf(server.url);
  expect(await trusting.request(post(`https://hook.example:${port}/`))).toMatchObject({ status: 200 });
  expect(await plain.request(post(`https://hook.example:${port}/`))).toMatchObject({
    detail: expect.stringContaining('not to be trusted (UNABLE_TO_') as string,
  });
  expect(await trusting.request(post(`https://other.example:${port}/`))).toMatchObject({
    detail: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') as string,
  });
});

test('a redirect is a reply like any other: nobody goes where it leads', async () => {
  await using inside = await loopback((response) => response.end('private'));
  await using server = await loopback((response) => response.writeHead(307, { location: inside.url }).end());
  using outbound = new Outbound();
  expect(await outbound.request(post(server.url))).toMatchObject({ status: 307 });
  expect(inside.requests).toEqual([]);
});

test('a gigabyte of reply is read for its first 64 kB, and dropped', async () => {
  let sent = 0;
  let isClosed = false;
  const piece = Buffer.alloc(64 * 1024, 'x');
  await using server = await loopback((response) => {
    response.on('close', () => {
      isClosed = true;
    });
    const push = () => {
      while (sent < 2 ** 30 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', push);
      }
    };
    push();
  });
  using outbound = new Outbound();
  const outcome = await outbound.request(post(server.url));
  expect(outcome).toMatchObject({ status: 200, text: 'x'.repeat(64 * 1024) });
  await expect.poll(() => isClosed).toBe(true);
  expect(sent).toBeLessThan(64 * 2 ** 20);
});

test('a server that never answers is left when the time is up', async () => {
  const clock = new TestClock();
  await using server = await loopback(() => clock.advance(10_000));
  using outbound = new Outbound({ clock });
  expect(await outbound.request(post(server.url))).toEqual({
    status: undefined,
    detail: `127.0.0.1:${portOf(server.url)} did not answer within 10 seconds.`,
    mayPass: true,
  });
  expect(clock.timerCount).toBe(0);
});

test('a reply that breaks off counts by its status', async () => {
  await using server = await loopback((response) => {
    response.writeHead(202, { 'content-length': 100 });
    response.write('begun');
    response.socket?.end();
  });
  using outbound = new Outbound();
  expect(await outbound.request(post(server.url))).toMatchObject({ status: 202, text: 'begun' });
});

test('a name server that hangs is left when the time is up, and holds up nobody else’s name', async () => {
  const clock = new TestClock();
  await using server = await loopback((response) => response.end());
  const resolve: Resolve = (host) =>
    host === 'fine.example'
      ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      : new Promise<never>(() => undefined);
  using outbound = new Outbound({ clock, resolve });
  const hanging = outbound.request(post('http://hanging.example/'));
  expect(await outbound.request(post(`http://fine.example:${portOf(server.url)}/`))).toMatchObject({ status: 200 });
  const checking = outbound.refusalOf('https://hanging.example/', 'public');
  clock.advance(10_000);
  expect(await checking).toContain('cannot be looked up now');
  expect(clock.timerCount).toBe(0);
  expect(await hanging).toMatchObject({ detail: expect.stringContaining('did not answer within') as string });
});

test('whoever calls it off gets an answer at once', async () => {
  const leaving = new AbortController();
  await using server = await loopback(() => leaving.abort());
  using outbound = new Outbound();
  const wish = { ...post(server.url), signal: leaving.signal };
  expect(await outbound.request(wish)).toMatchObject({ detail: expect.stringContaining('called off') as string });
  expect(await outbound.request(wish)).toMatchObject({ detail: expect.stringContaining('called off') as string });
  expect(server.requests).toHaveLength(1);
});

test('a connection that the other side has closed meanwhile costs nothing but another', async () => {
  const sockets: Socket[] = [];
  await using server = await loopback((response, _, index) => {
    if (response.socket) sockets.push(response.socket);
    // The second request comes over the first's connection, which ends as if it had grown old.
    if (index === 1) response.socket?.destroy();
    else response.end();
  });
  using outbound = new Outbound();
  expect(await outbound.request(post(server.url))).toMatchObject({ status: 200 });
  expect(await outbound.request(post(server.url))).toMatchObject({ status: 200 });
  expect(server.connectionCount).toBe(2);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['hangs up', (socket) => socket.destroy(), 'ended the connection without a reply'],
  ['speaks no HTTP', (socket) => socket.end('220 smtp.example ESMTP\r\n'), 'no HTTP reply'],
  ['sends endless headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`), 'no HTTP reply'],
])('a server that %s is told of in words', async (_, behave, words) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  using outbound = new Outbound();
  const outcome = await outbound.request(post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  expect(outcome).toMatchObject({ status: undefined, detail: expect.stringContaining(words) as string });
  server.close();
});

test('nothing that goes wrong says an address’s path, its credentials or a header', async () => {
  await using server = await loopback((response) => response.end());
  const port = portOf(server.url);
  const { resolve } = names([]);
  using outbound = new Outbound({ resolve });
  const outcomes = [
    await outbound.request(post(`https://user:${secret}@127.0.0.1:${port}/${secret}`)),
    await outbound.request(post(`http://127.0.0.1:1/${secret}`)),
    await outbound.request(post(`http://nowhere.example/${secret}`)),
    await outbound.request({ ...post(`http://127.0.0.1:${port}/`), headers: { authorization: `${secret}\r\nx: y` } }),
    await outbound.request(post(`http://%zz:${secret}@127.0.0.1:${port}/`)),
  ];
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: undefined, detail: expect.any(String) as string });
    expect(JSON.stringify(outcome)).not.toContain(secret);
  }
  expect(outcomes[0]).toMatchObject({ detail: expect.stringContaining('does not speak TLS') as string });
  expect(outcomes[3]).toMatchObject({ detail: expect.stringContaining('cannot be sent') as string });
  expect(server.requests).toEqual([]);
});

test('credentials in an address are sent as such', async () => {
  await using server = await loopback((response) => response.end());
  using outbound = new Outbound();
  const url = server.url.replace('://', '://me:p%40ss@');
  await outbound.request({ url, policy: 'chosen', signal });
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
});

test('a bare connection that breaks while nobody listens yet harms nobody', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  using outbound = new Outbound();
  const socket = await outbound.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, signal);
  if ('detail' in socket) throw new Error(socket.detail);
  await expect.poll(() => accepted).toHaveLength(1);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  accepted[0]?.resetAndDestroy();
  expect(await closed).toBe(true);
  server.close();
});
