import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../../logger.ts';
import { errorOf } from '../../../../../tests/support/testApp.ts';
import { serveGateway, testGateway, token } from '../../../../../tests/support/testGateway.ts';
import { Access } from '../../access/access.ts';
import { serveHttp } from './server.ts';

async function served() {
  const house = await testGateway();
  const server = await serveGateway(house);
  return {
    ...house,
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close();
      await house[Symbol.asyncDispose]();
    },
  };
}
const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const megabyte = 'x'.repeat(1024 * 1024);

describe('over a real connection', () => {
  test('a body of 10 MB that says its length gets 413', async () => {
    await using house = await served();
    const body = JSON.stringify({ cwd: megabyte.repeat(10) });
    const response = await fetch(`${house.url}/api/sessions`, { method: 'POST', headers: json, body });
    expect([response.status, await errorOf(response)]).toMatchObject([413, { code: 'payload_too_large' }]);
  });

  test('a body of 10 MB that comes in chunks gets 413', async () => {
    await using house = await served();
    const reply = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const sending = request(`${house.url}/api/sessions`, { method: 'POST', headers: json }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode, text }));
      });
      sending.on('error', reject);
      // The reply comes before all is sent, and what is still on its way then is cut off.
      sending.on('socket', (socket) => socket.on('error', () => undefined));
      for (let count = 0; count < 10; count++) sending.write(megabyte);
      sending.end();
    });
    expect(reply).toMatchObject({ status: 413, text: expect.stringContaining('payload_too_large') as string });
  });

  test('a body in chunks that fits is read, and its type is checked', async () => {
    await using house = await served();
    const post = (type: string) =>
      fetch(`${house.url}/api/sessions`, {
        method: 'POST',
        headers: { ...json, 'content-type': type },
        body: new Blob([JSON.stringify({ cwd: house.folder.path })]).stream(),
        duplex: 'half',
      } as RequestInit);
    expect((await post('application/json')).status).toBe(201);
    expect((await post('text/plain')).status).toBe(415);
  });

  test.each([
    ['http://evil.example/api/health', 403],
    ['http://evil.example:80/', 403],
    ['https://evil.example/login?code=x', 403],
    ['http://localhost/api/health', 200],
    ['/api/health', 200],
  ])('[DNS rebinding] a request for %s that names us as its host gets %i', async (target, status) => {
    await using house = await served();
    const { host, port } = new URL(house.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await textOf(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('HEAD gives the headers of GET', async () => {
    await using house = await served();
    const response = await fetch(`${house.url}/api/health`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('a port that is in use is said in words', async () => {
    await using house = await served();
    const again = serveHttp({
      parts: house.gateway.parts,
      access: new Access({ token, ...house.gateway.parts, clock: house.clock }),
      clock: house.clock,
      log: silentLog,
      host: '127.0.0.1',
      port: Number(new URL(house.url).port),
      allowedHosts: [],
      webRoot: house.folder.at('web'),
    });
    await expect(again).rejects.toMatchObject({
      message: expect.stringContaining('choose another with --port') as string,
    });
  });
});
