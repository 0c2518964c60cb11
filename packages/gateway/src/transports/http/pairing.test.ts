import type { GatewayAddress, LoginCode, LoginCodeState } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../../tests/support/testApp.ts';
import { signedInBy } from '../../../../../tests/support/signedIn.ts';
import { errorOf, ownPage, pressLogin, signIn, testApp } from '../../../../../tests/support/testApp.ts';
import { DirectTransport } from '../direct.ts';

const outside: GatewayAddress = { url: 'https://beckon.example', reach: 'public', isSecure: true };
const here: GatewayAddress = { url: 'http://127.0.0.1:4517', reach: 'here', isSecure: true };
const paired = () => testApp({ publicUrl: outside.url, addresses: () => [here, outside] });
const onPhone = { host: 'beckon.example', origin: 'https://beckon.example' };

async function makeCode(app: TestApp, body: object = { address: outside.url }): Promise<LoginCode> {
  return (await (await app.ask('POST /api/login-codes', { body })).json()) as LoginCode;
}
async function stateOf(app: TestApp, id: string): Promise<LoginCodeState> {
  return (await (await app.ask(`GET /api/login-codes/${id}`)).json()) as LoginCodeState;
}
function press(app: TestApp, code: string, fields: Record<string, string>, headers: Record<string, string> = onPhone) {
  const form = { ...ownPage, 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return app.ask('POST /login', { body: new URLSearchParams({ code, ...fields }).toString(), headers: form });
}

describe('pairing', () => {
  test('a code is for an address of the gateway, as a link and as a QR code of it', async () => {
    await using app = await paired();
    const { url, code, qr, expiresAt } = await makeCode(app);
    expect(url).toBe(`https://beckon.example/login?code=${code}`);
    expect(qr.length).toBeGreaterThan(20);
    expect(qr.every((row) => row.length === qr.length)).toBe(true);
    expect(expiresAt - app.clock.now()).toBe(10 * 60_000);
    const { addresses } = (await (await app.ask('GET /api/addresses')).json()) as { addresses: GatewayAddress[] };
    expect(addresses).toEqual([here, outside]);
  });

  test('an address that is not the gateway’s gets no link', async () => {
    await using app = await paired();
    for (const address of ['https://evil.example', 'http://beckon.example', 'beckon.example', '']) {
      const response = await app.ask('POST /api/login-codes', { body: { address } });
      expect([response.status, await errorOf(response)]).toMatchObject([400, { code: 'invalid_request' }]);
    }
  });

  test('the phone names itself, becomes a device of that origin alone, lands in the inbox, and is told of', async () => {
    await using app = await paired();
    const { code, id } = await makeCode(app);
    expect(await stateOf(app, id)).toMatchObject({ state: 'open' });
    const response = await press(app, code, { name: ' Ada’s phone ' });
    expect(response.headers.get('set-cookie')).toContain('Secure');
    const page = response.clone();
    expect(await page.text()).toContain('data-path="/inbox"');
    const [device] = app.gateway.parts.devices.list();
    expect(device).toMatchObject({ name: 'Ada’s phone', origin: 'https://beckon.example' });
    const { id: deviceId } = device!;
    expect(await stateOf(app, id)).toMatchObject({ state: 'used', device: { id: deviceId, name: 'Ada’s phone' } });
    const headers = { authorization: undefined, ...(await signedInBy(response)) };
    const read = (host: string) => app.ask('GET /api/sessions', { headers: { ...headers, host } });
    expect([(await read('beckon.example')).status, (await read('127.0.0.1:4517')).status]).toEqual([200, 401]);
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\u202eb', 'two\nlines'])(
    '%j is no name: the code is not spent by it',
    async (name) => {
      await using app = await paired();
      const { code, id } = await makeCode(app);
      const refused = await press(app, code, { name });
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
      expect(await refused.text()).toContain('That is no name');
      expect(await stateOf(app, id)).toMatchObject({ state: 'open' });
      expect((await press(app, code, { name: 'Phone' })).status).toBe(200);
    },
  );

  test('of two phones that press at once, one is let in', async () => {
    await using app = await paired();
    const { code } = await makeCode(app);
    const presses = await Promise.all(['One', 'Two'].map((name) => press(app, code, { name })));
    expect(presses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(app.gateway.parts.devices.list()).toHaveLength(1);
  });

  test('a code that was taken back, or has run out, lets nobody in, and says so', async () => {
    await using app = await paired();
    const [cancelled, expired] = [await makeCode(app), await makeCode(app)];
    expect((await app.ask(`DELETE /api/login-codes/${cancelled.id}`)).status).toBe(200);
    expect(await stateOf(app, cancelled.id)).toMatchObject({ state: 'cancelled' });
    expect((await press(app, cancelled.code, {})).status).toBe(403);
    app.clock.advance(10 * 60_000 + 1);
    expect(await stateOf(app, expired.id)).toMatchObject({ state: 'expired' });
    expect((await press(app, expired.code, {})).status).toBe(403);
    expect(app.gateway.parts.devices.list()).toEqual([]);
    const { entries } = app.gateway.parts.auditLog.page({ limit: 10 });
    expect(entries.filter(({ type }) => type === 'login_code_cancelled')).toHaveLength(1);
  });

  test('a used code stays used when it is taken back', async () => {
    await using app = await paired();
    const { code, id } = await makeCode(app);
    await press(app, code, {});
    expect((await app.ask(`DELETE /api/login-codes/${id}`)).status).toBe(200);
    expect(await stateOf(app, id)).toMatchObject({ state: 'used' });
  });

  test('its id opens nothing, and a guess at an id finds nothing', async () => {
    await using app = await paired();
    const { id } = await makeCode(app);
    expect((await press(app, id, {})).status).toBe(403);
    for (const method of ['GET', 'DELETE']) {
      expect((await app.ask(`${method} /api/login-codes/guess`)).status).toBe(404);
    }
    const stranger = { headers: { authorization: undefined } };
    expect((await app.ask(`GET /api/login-codes/${id}`, stranger)).status).toBe(401);
  });

  test('[L14] a code of a device that was removed lets nobody in', async () => {
    await using app = await paired();
    const headers = { ...ownPage, ...(await signIn(app)) };
    const reply = await app.ask('POST /api/login-codes', { body: { address: outside.url }, headers });
    const { code } = (await reply.json()) as LoginCode;
    const [device] = app.gateway.parts.devices.list();
    app.gateway.parts.devices.remove(device!.id, device!);
    expect((await press(app, code, {})).status).toBe(403);
  });

  test('a press for the public URL that comes from a page elsewhere spends nothing', async () => {
    await using app = await paired();
    const { code, id } = await makeCode(app);
    for (const origin of ['http://beckon.example', 'https://evil.example', 'https://beckon.example:444', 'null']) {
      expect((await press(app, code, {}, { host: 'beckon.example', origin })).status).toBe(403);
    }
    expect(await stateOf(app, id)).toMatchObject({ state: 'open' });
  });

  test('a browser that signs in anew is offered the name that it has, and may take another', async () => {
    await using app = await testApp();
    const { cookie } = await signIn(app);
    const [device] = app.gateway.parts.devices.list();
    app.gateway.parts.devices.rename(device!.id, 'My desk', device!);
    const { code } = app.access.issueCode();
    const page = await app.ask(`GET /login?code=${code}`, { headers: { ...ownPage, cookie } });
    expect(await page.text()).toContain('value="My desk"');
    await press(app, code, { name: 'The other desk' }, { cookie });
    expect(app.gateway.parts.devices.list()).toMatchObject([{ id: device!.id, name: 'The other desk' }]);
  });

  test('what a name says is shown as text', async () => {
    await using app = await testApp();
    const { code } = app.access.issueCode({ name: '"><script>alert(1)</script>' });
    const page = await (await app.ask(`GET /login?code=${code}`, { headers: ownPage })).text();
    expect(page).not.toContain('<script>alert');
    expect((await pressLogin(app, code)).status).toBe(200);
  });
});

test('in process, where nothing listens, there is nothing to pair with', async () => {
  await using app = await testApp();
  const transport = new DirectTransport(app.gateway.parts, { id: 'local', name: 'Obsidian' });
  expect(await transport.listAddresses()).toEqual([]);
  await expect(transport.createLoginCode()).rejects.toMatchObject({ code: 'not_supported' });
});
