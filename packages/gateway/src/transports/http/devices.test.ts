import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { LoginCode, PaneEvent } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { approvalDraft } from '../../../../../tests/support/asks.ts';
import { errorOf, ownPage, pressLogin, signIn, testApp } from '../../../../../tests/support/testApp.ts';
import { addDevice } from '../../../../../tests/support/signedIn.ts';
import { serveGateway, testGateway } from '../../../../../tests/support/testGateway.ts';
import { routes } from './routes.ts';

/** A gateway over a real connection, and a browser that is signed in. */
async function served() {
  const house = await testGateway();
  const server = await serveGateway(house);
  const { devices } = house.gateway.parts;
  const { device, headers: signedIn } = addDevice(devices, 'Safari on iPhone', server.url);
  const headers = { ...signedIn, origin: server.url, 'content-type': 'application/json' };
  const send = (line: string, body?: object) => {
    const [method = '', path = ''] = line.split(' ');
    return fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  /** A request whose body is still to come. */
  const begin = (line: string) => {
    const [method = '', path = ''] = line.split(' ');
    return request(`${server.url}${path}`, { method, headers });
  };
  return {
    ...house,
    devices,
    device,
    send,
    begin,
    async [Symbol.asyncDispose]() {
      await server.close();
      await house[Symbol.asyncDispose]();
    },
  };
}

/** A screen to which nothing is written. */
async function* stillScreen(_viewer: string, signal: AbortSignal): AsyncGenerator<PaneEvent> {
  yield { type: 'output', data: '' };
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

const desk = { id: 'd', name: 'the desk' };

describe('[L14] a device that is removed', () => {
  test('has its streams ended within a second', async () => {
    await using house = await served();
    const stream = await house.send('GET /api/events');
    const reader = stream.body!.getReader();
    await reader.read();
    const removedAt = performance.now();
    house.devices.remove(house.device.id, desk);
    while (!(await reader.read()).done);
    expect(performance.now() - removedAt).toBeLessThan(1000);
  });

  test('no longer sees the screen of a terminal', async () => {
    await using house = await served();
    const { id } = await house.gateway.connect('a test').createSession({ cwd: house.folder.path });
    Object.assign(house.driver.agent(id), { pane: { watch: stillScreen } });
    const stream = await house.send(`GET /api/sessions/${id}/pane`);
    const reader = stream.body!.getReader();
    await reader.read();
    house.devices.remove(house.device.id, desk);
    expect(await reader.read()).toMatchObject({ done: true });
  });

  test('gets 401 for what it asks from then on', async () => {
    await using house = await served();
    expect((await house.send('GET /api/sessions')).status).toBe(200);
    house.devices.remove(house.device.id, desk);
    const response = await house.send('GET /api/sessions');
    expect([response.status, await errorOf(response)]).toMatchObject([
      401,
      { message: expect.stringContaining('has been removed. To sign in again, get a new link') as string },
    ]);
  });

  test('cannot answer with a request that it had begun before', async () => {
    await using house = await served();
    const client = house.gateway.connect('a test');
    const { id } = await client.createSession({ cwd: house.folder.path });
    void house.driver.agent(id).call(approvalDraft());
    const [ask] = (await client.getSession(id)).asks;
    const answer = house.begin(`POST /api/asks/${ask!.id}/answer`);
    answer.write('{"answer":');
    // What was written is there once the server has answered something that was sent after it.
    await house.send('GET /api/sessions');
    house.devices.remove(house.device.id, desk);
    answer.end('{"type":"approve"}}');
    const [response] = (await once(answer, 'response')) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(401);
    await once(response, 'end');
    expect((await client.getSession(id)).asks).toMatchObject([{ state: 'open' }]);
  });

  test('cannot come back by a code that it had put by', async () => {
    await using app = await testApp();
    const issued = await app.ask('POST /api/login-codes', { headers: { ...ownPage, ...(await signIn(app)) } });
    const { code } = (await issued.json()) as LoginCode;
    expect(app.access.findCode(code)).toBeDefined();
    const [device] = app.gateway.parts.devices.list();
    app.gateway.parts.devices.remove(device!.id, desk);
    expect(app.access.findCode(code)).toBeUndefined();
    expect((await pressLogin(app, code)).status).toBe(403);
    expect(app.gateway.parts.devices.list()).toEqual([]);
  });

  test('gets 401 for a call that is still on its way', async () => {
    await using house = await served();
    let open = () => {};
    house.driver.startGate = new Promise((resolve) => (open = resolve));
    const starting = house.send('POST /api/sessions', { cwd: house.folder.path });
    await expect.poll(() => house.gateway.parts.sessions.list().sessions).toHaveLength(1);
    house.devices.remove(house.device.id, desk);
    const response = await starting;
    expect([response.status, await errorOf(response)]).toMatchObject([
      401,
      { message: expect.stringContaining('has been removed') as string },
    ]);
    open();
  });

  test('is told that it is done where it removes itself', async () => {
    await using house = await served();
    const response = await house.send(`DELETE /api/devices/${house.device.id}`);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect((await house.send('GET /api/devices')).status).toBe(401);
  });

  test('leaves the others signed in', async () => {
    await using house = await served();
    const other = addDevice(house.devices, 'Firefox on Linux');
    house.devices.remove(other.device.id, desk);
    expect((await house.send('GET /api/devices')).status).toBe(200);
  });
});

describe('[L14] the token', () => {
  const rotate = 'POST /api/token/rotate';

  test('is replaced, and the one that was opens nothing any more', async () => {
    await using app = await testApp();
    expect((await app.ask(rotate)).status).toBe(200);
    const response = await app.ask('GET /api/sessions');
    expect([response.status, await errorOf(response)]).toMatchObject([
      401,
      { message: expect.stringContaining('not the token') as string },
    ]);
    const headers = { authorization: `Bearer ${app.keptToken()}` };
    expect((await app.ask('GET /api/sessions', { headers })).status).toBe(200);
    const { entries } = app.gateway.parts.auditLog.page({ limit: 2 });
    expect(entries).toMatchObject([
      { type: 'sign_in_failed', data: { what: 'token', count: 1 } },
      { type: 'token_rotated', data: { by: { id: 'token' } } },
    ]);
  });

  test('takes its streams and the links that it made with it, and leaves devices signed in', async () => {
    await using app = await testApp();
    const signedIn = await signIn(app);
    const { code } = (await (await app.ask('POST /api/login-codes')).json()) as LoginCode;
    const ended = new Promise<void>((resolve) => app.access.onRemoved({ id: 'token', name: '' }, resolve));
    expect((await app.ask(rotate, { headers: { ...ownPage, ...signedIn } })).status).toBe(200);
    await ended;
    expect((await pressLogin(app, code)).status).toBe(403);
    const headers = { authorization: undefined, ...signedIn };
    expect((await app.ask('GET /api/sessions', { headers })).status).toBe(200);
  });

  test('of a gateway that was given it stays', async () => {
    await using house = await served();
    const response = await house.send(rotate);
    expect([response.status, await errorOf(response)]).toMatchObject([501, { code: 'not_supported' }]);
  });
});

describe('[L14] a cookie without its key', () => {
  test.each(['GET /api/sessions', 'GET /api/events', 'GET /api/devices', 'POST /api/login-codes'])(
    'gets 401 for %s, and the log says whose it was',
    async (line) => {
      await using app = await testApp();
      const { cookie, 'x-beckon-key': key } = await signIn(app);
      const other = await signIn(app);
      for (const wrong of [{}, { 'x-beckon-key': other['x-beckon-key'] }, { 'x-beckon-key': `${key}x` }]) {
        const response = await app.ask(line, { headers: { ...ownPage, cookie, ...wrong } });
        expect([response.status, await errorOf(response)]).toMatchObject([
          401,
          { message: expect.stringContaining('has to sign in once more') as string },
        ]);
      }
      const [device] = app.gateway.parts.devices.list();
      expect(app.gateway.parts.auditLog.page({ limit: 1 }).entries).toMatchObject([
        { type: 'sign_in_failed', data: { what: 'cookie', device: { id: device!.id } } },
      ]);
    },
  );

  test('opens no route of the API but its description', async () => {
    await using app = await testApp();
    const { cookie } = await signIn(app);
    const further = ['GET /api/events', 'GET /api/sessions/x/pane', 'POST /api/login-codes', 'POST /api/token/rotate'];
    const lines = [...routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`), ...further];
    expect(lines.length).toBeGreaterThan(30);
    for (const line of [...lines, 'HEAD /api/docs', 'GET /api/docs/', 'GET /api/nothing']) {
      app.clock.advance(120_000);
      const headers = { ...ownPage, cookie };
      expect([line, (await app.ask(line, { headers })).status]).toEqual([line, 401]);
    }
  });

  test('is enough to read what the API is, which is the same everywhere', async () => {
    await using app = await testApp();
    const { cookie } = await signIn(app);
    const headers = { authorization: undefined, cookie };
    for (const line of ['GET /api/docs', 'GET /api/openapi.json']) {
      const response = await app.ask(line, { headers });
      expect(response.status).toBe(200);
      const text = await response.text();
      const [device] = app.gateway.parts.devices.list();
      for (const theirs of [app.folder.path, device!.id, device!.name, app.keptToken()])
        expect(text).not.toContain(theirs);
    }
    expect((await app.ask('POST /api/docs', { headers: { ...ownPage, cookie } })).status).toBe(401);
  });
});

describe('a device', () => {
  test.each(['a\nb', '\u001b[31mred', '\u202eevil', '\u2028'])('cannot be called %j', async (name) => {
    await using app = await testApp();
    await signIn(app);
    const [device] = app.gateway.parts.devices.list();
    for (const [line, body] of [
      [`PATCH /api/devices/${device!.id}`, { name }],
      ['POST /api/login-codes', { name }],
    ] as const) {
      expect((await app.ask(line, { body })).status).toBe(400);
    }
  });

  test('is who its answers, receipts and sessions are by', async () => {
    await using house = await served();
    const created = await house.send('POST /api/sessions', { cwd: house.folder.path });
    const { id } = (await created.json()) as { id: string };
    void house.driver.agent(id).call(approvalDraft());
    const [ask] = house.gateway.parts.ledger.openAsks();
    await house.send(`POST /api/asks/${ask!.id}/seen`);
    await house.send(`POST /api/sessions/${id}/approve`, { toolCallId: 'toolu_1', clientKey: 'k' });
    expect(house.gateway.parts.ledger.find(ask!.id)).toMatchObject({
      answeredBy: { type: 'device', ...house.device, clientKey: 'k' },
      seen: [{ device: house.device }],
    });
    expect(house.gateway.parts.sessions.get(id).info.createdOn).toEqual(house.device);
  });

  test('that signed in when a cookie was enough is asked to do so again', async () => {
    await using app = await testApp();
    const cookie = `beckon_0123456789ab=${'x'.repeat(43)}`;
    const response = await app.ask('GET /api/sessions', { headers: { authorization: undefined, cookie } });
    expect([response.status, await errorOf(response)]).toMatchObject([
      401,
      { message: expect.stringContaining('has to sign in once more') as string },
    ]);
  });

  test('is known by where it was last seen', async () => {
    await using house = await served();
    const { devices } = (await (await house.send('GET /api/devices')).json()) as { devices: object[] };
    expect(devices).toMatchObject([{ address: '127.0.0.1', program: 'node', current: true }]);
  });

  test('types into a terminal, which is one entry in the log for a burst', async () => {
    await using house = await served();
    const { id } = await house.gateway.connect('a test').createSession({ cwd: house.folder.path });
    Object.assign(house.driver.agent(id), { pane: { type: async () => undefined } });
    const type = () => house.send(`POST /api/sessions/${id}/pane/input`, { data: 'bHM=' });
    const bursts = () =>
      house.gateway.parts.auditLog.page({ session: id }).entries.filter((entry) => entry.type === 'pane_typed');
    for (let key = 0; key < 5; key++) expect((await type()).status).toBe(200);
    expect(bursts()).toMatchObject([{ data: { device: house.device } }]);
    house.clock.advance(60_000);
    await type();
    expect(bursts()).toHaveLength(2);
  });

  test('gives a terminal another size, which is in the log where it does not type', async () => {
    await using house = await served();
    const { id } = await house.gateway.connect('a test').createSession({ cwd: house.folder.path });
    Object.assign(house.driver.agent(id), { pane: { type: async () => undefined, resize: async () => undefined } });
    const resize = () => house.send(`POST /api/sessions/${id}/pane/size`, { columns: 100, rows: 30 });
    const entries = () =>
      house.gateway.parts.auditLog.page({ session: id }).entries.filter((entry) => entry.type.startsWith('pane_'));
    for (let time = 0; time < 3; time++) expect((await resize()).status).toBe(200);
    expect(entries()).toMatchObject([{ type: 'pane_resized', data: { device: house.device } }]);
    house.clock.advance(60_000);
    await house.send(`POST /api/sessions/${id}/pane/input`, { data: 'bHM=' });
    await resize();
    expect(entries().map(({ type }) => type)).toEqual(['pane_typed', 'pane_resized']);
  });

  test('makes a link with the address at which it reaches Beckon itself', async () => {
    await using app = await testApp({ allowedHosts: ['beckon.example'] });
    const https = { host: 'beckon.example', origin: 'https://beckon.example' };
    const signedIn = await signIn(app, https);
    const response = await app.ask('POST /api/login-codes', { headers: { ...ownPage, ...https, ...signedIn } });
    expect(await response.json()).toMatchObject({
      url: expect.stringMatching(/^https:\/\/beckon\.example\/login\?code=/) as string,
    });
    const { entries } = app.gateway.parts.auditLog.page({ limit: 1 });
    expect(entries).toMatchObject([{ type: 'login_code_issued', data: { device: { name: 'A browser' } } }]);
  });
});
