import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { addDevice } from '../../../../../tests/support/signedIn.ts';
import { serveOnLoopback, token } from '../../../../../tests/support/serveOnLoopback.ts';
import { testGateway } from '../../../../../tests/support/testGateway.ts';
import type { NewcomerLimits } from './newcomers.ts';
import { Newcomers } from './newcomers.ts';

/** A gateway over a real port, with limits that a test can wait for. */
async function served(limits: Partial<NewcomerLimits> = {}) {
  const house = await testGateway();
  const newcomerLimits = { most: 20, chanceMs: 0, headMs: 60_000, silentMs: 60_000, wholeMs: 60_000, ...limits };
  const server = await serveOnLoopback(house.gateway, { webRoot: house.folder.at('web'), newcomerLimits });
  const { hostname, port, host } = new URL(server.url);
  const sockets: Socket[] = [];
  return {
    ...house,
    url: server.url,
    host,
    /** A raw connection, open and silent. */
    async open(): Promise<Socket> {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    },
    ask: (path: string, headers: Record<string, string>) => fetch(`${server.url}${path}`, { headers }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await server.close();
      await house[Symbol.asyncDispose]();
    },
  };
}
const bearer = { authorization: `Bearer ${token}` };
/** However it came to that. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : void socket.resume().once('close', () => resolve())));

describe('connections on which nobody is known', () => {
  test('are few: a further one takes the place of the oldest, and a known client is served meanwhile', async () => {
    await using house = await served();
    const stream = await house.ask('/api/events', bearer);
    const reader = stream.body!.getReader();
    await reader.read();
    const idle: Socket[] = [];
    for (let count = 0; count < 200; count++) {
      idle.push(await house.open());
      if (count % 20 === 0) expect((await house.ask('/api/sessions', bearer)).status).toBe(200);
    }
    await Promise.all(idle.slice(0, 150).map(closed));
    await expect.poll(() => idle.filter(({ closed: isClosed }) => !isClosed).length).toBeLessThanOrEqual(20);
    const { headers } = addDevice(house.gateway.parts.devices, 'Firefox on Linux', house.url);
    expect((await house.ask('/api/sessions', { ...headers })).status).toBe(200);
    // What was open before is open still.
    await house.gateway.connect('a test').createSession({ cwd: house.folder.path });
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  });

  test('all have their chance where very many come at once, as hooks may', async () => {
    await using house = await served({ chanceMs: 60_000 });
    const sockets = await Promise.all(Array.from({ length: 300 }, () => house.open()));
    const replies = sockets.map(async (socket) => {
      socket.write(`GET /api/health HTTP/1.1\r\nHost: ${house.host}\r\n\r\n`);
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return chunk.toString().slice(0, 15);
    });
    expect(new Set(await Promise.all(replies))).toEqual(new Set(['HTTP/1.1 200 OK']));
  });

  test('do not count while they are held, and are as old as they were when they are put back', async () => {
    const newcomers = new Newcomers({ most: 1, chanceMs: 0 });
    const server = createServer();
    newcomers.watch(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async () => {
      const accepted = once(server, 'connection') as Promise<[Socket]>;
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      return { socket, accepted: (await accepted)[0] };
    };
    const first = await open();
    const putBack = newcomers.hold(first.accepted);
    const [second, third] = [await open(), await open()];
    await closed(second.socket);
    expect(first.socket.closed).toBe(false);
    putBack();
    await closed(first.socket);
    expect(third.socket.closed).toBe(false);
    server.closeAllConnections();
    server.close();
  });

  test('are never more than at all can be, however fast they come', async () => {
    await using house = await served({ chanceMs: 60_000, mostAtOnce: 30 });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => house.open()));
    await expect.poll(() => sockets.filter(({ closed: isClosed }) => !isClosed).length).toBeLessThanOrEqual(30);
    expect((await house.ask('/api/sessions', bearer)).status).toBe(200);
  });

  test('are closed where they say nothing', async () => {
    await using house = await served({ silentMs: 50 });
    await closed(await house.open());
  });

  test('are closed where the head of a request does not come to its end', async () => {
    await using house = await served({ headMs: 100 });
    const socket = await house.open();
    socket.write(`GET /api/sessions HTTP/1.1\r\nHost: ${house.host}\r\n`);
    const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
    await closed(socket);
    clearInterval(drip);
  });

  test('are closed where a body does not come to its end', async () => {
    await using house = await served({ wholeMs: 300 });
    const socket = await house.open();
    const head = [
      'POST /login HTTP/1.1',
      `Host: ${house.host}`,
      `Origin: ${house.url}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 4000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\ncode=`);
    const drip = setInterval(() => socket.write('x'), 20);
    await closed(socket);
    clearInterval(drip);
  });

  test('are like any other once somebody has shown on them who they are', async () => {
    await using house = await served({ silentMs: 1_000, wholeMs: 1_500 });
    const socket = await house.open();
    const request = `GET /api/events HTTP/1.1\r\nHost: ${house.host}\r\nAuthorization: ${bearer.authorization}\r\n\r\n`;
    socket.write(request);
    await once(socket, 'data');
    // Strangers that came later are closed, and this one is not.
    await closed(await house.open());
    await closed(await house.open());
    expect(socket.closed).toBe(false);
  });

  test('stay open while a hook is being answered', async () => {
    await using house = await served();
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let answer = () => {};
    const answered = new Promise<Response>((resolve) => (answer = () => resolve(new Response('done'))));
    const handle = () => {
      arrive();
      return answered;
    };
    const gateway = { ...house.gateway, routes: [{ method: 'POST' as const, path: '/hooks/:event', handle }] };
    const newcomerLimits = { most: 2, chanceMs: 0, silentMs: 1_000, wholeMs: 1_500 };
    await using hooks = await serveOnLoopback(gateway, { webRoot: house.folder.at('web'), newcomerLimits });
    const waiting = fetch(`${hooks.url}/hooks/PermissionRequest`, { method: 'POST', body: '{}' });
    await arrived;
    const { port, hostname } = new URL(hooks.url);
    const strangers = Array.from({ length: 5 }, () => connect(Number(port), hostname));
    await Promise.all(strangers.map((stranger) => closed(stranger.on('error', () => undefined))));
    answer();
    expect(await (await waiting).text()).toBe('done');
  });

  test('have no more time for being refused by a route of a driver, and a wrong secret is noted', async () => {
    await using house = await served();
    const handle = async () => new Response('', { status: 401 });
    const gateway = { ...house.gateway, routes: [{ method: 'POST' as const, path: '/hooks/:event', handle }] };
    const newcomerLimits = { wholeMs: 500 };
    await using hooks = await serveOnLoopback(gateway, { webRoot: house.folder.at('web'), newcomerLimits });
    const headers = { authorization: 'Bearer wrong' };
    expect((await fetch(`${hooks.url}/hooks/Stop`, { method: 'POST', headers })).status).toBe(401);
    const { entries } = house.gateway.parts.auditLog.page({ limit: 1 });
    expect(entries).toMatchObject([{ type: 'sign_in_failed', data: { what: 'token', count: 1 } }]);
    const { port, hostname, host } = new URL(hooks.url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const request = `POST /hooks/Stop HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`;
    const asking = setInterval(() => socket.write(request), 20);
    await closed(socket);
    clearInterval(asking);
  });
});
