import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../../tests/support/testApp.ts';
import { signedInBy } from '../../../../../tests/support/signedIn.ts';
import { errorOf, ownPage, pressLogin, signIn, testApp } from '../../../../../tests/support/testApp.ts';

const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const visit = (app: TestApp, code: string, method = 'GET') =>
  app.ask(`${method} /login?code=${code}`, { headers: { authorization: undefined, ...firefox } });

describe('the one-time link', () => {
  test('is not spent by being opened, looked at ahead or previewed', async () => {
    await using app = await testApp();
    const { code } = app.access.issueCode();
    for (const method of ['HEAD', 'GET', 'GET']) {
      const response = await visit(app, code, method);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    }
    expect((await pressLogin(app, code)).status).toBe(200);
  });

  test('leads to a page with one button, which names the device', async () => {
    await using app = await testApp();
    const response = await visit(app, app.access.issueCode().code);
    const page = await response.text();
    expect(page.match(/<button/g)).toHaveLength(1);
    expect(page).toContain('<form method="post" action="/login">');
    expect(page).toContain('Firefox on Linux');
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/login.js" type="module">']);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    // With `no-referrer` a browser sends its form with the origin “null”.
    expect(response.headers.get('referrer-policy')).toBe('strict-origin');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('its press works once, and sets a cookie that no script and no foreign page can use', async () => {
    await using app = await testApp();
    const { code } = app.access.issueCode();
    const first = await pressLogin(app, code);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const cookie = first.headers.get('set-cookie') ?? '';
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=34560000'])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Secure');
    for (const again of [await pressLogin(app, code), await visit(app, code)]) {
      expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null]);
      expect(await again.text()).toContain('does not work any more');
    }
  });

  test('behind TLS the cookie is sent over TLS alone', async () => {
    await using app = await testApp({ allowedHosts: ['beckon.example'] });
    const https = { host: 'beckon.example', origin: 'https://beckon.example' };
    const response = await pressLogin(app, app.access.issueCode().code, https);
    expect(response.headers.get('set-cookie')).toContain('Secure');
  });

  test('lets the browser in that pressed, under its own name or the one that the link brings', async () => {
    await using app = await testApp();
    const headers = { authorization: undefined, ...(await signIn(app, firefox)) };
    expect((await app.ask('GET /api/sessions', { headers })).status).toBe(200);
    const reply = await app.ask('POST /api/login-codes', { body: { name: 'My phone' } });
    const { code } = (await reply.json()) as { code: string };
    await pressLogin(app, code, firefox);
    const { devices } = (await (await app.ask('GET /api/devices', { headers })).json()) as { devices: object[] };
    expect(devices).toMatchObject([
      { name: 'Firefox on Linux', current: true },
      { name: 'My phone', current: false },
    ]);
  });

  test('makes a browser that has lost its key the device again that its cookie says', async () => {
    await using app = await testApp();
    const { cookie } = await signIn(app, firefox);
    const [before] = app.gateway.parts.devices.list();
    app.gateway.parts.devices.rename(before!.id, 'My desk', before!);
    const again = await signedInBy(await pressLogin(app, app.access.issueCode().code, { cookie, ...firefox }));
    expect(app.gateway.parts.devices.list()).toMatchObject([{ id: before!.id, name: 'My desk' }]);
    expect((await app.ask('GET /api/sessions', { headers: { authorization: undefined, ...again } })).status).toBe(200);
    const stale = { authorization: undefined, ...again, cookie };
    expect((await app.ask('GET /api/sessions', { headers: stale })).status).toBe(401);
  });

  test('that is used up tells a device that was removed that it was, and what to do', async () => {
    await using app = await testApp();
    const { code } = app.access.issueCode();
    const { cookie } = await signedInBy(await pressLogin(app, code));
    const [device] = app.gateway.parts.devices.list();
    app.gateway.parts.devices.remove(device!.id, { id: 'other', name: 'Phone' });
    const opened = await app.ask(`GET /login?code=${code}`, { headers: { authorization: undefined, cookie } });
    const page = await opened.text();
    expect(opened.status).toBe(403);
    for (const words of ['This device has been removed', 'used up or too old', '<code>']) expect(page).toContain(words);
    expect(await (await visit(app, code)).text()).not.toContain('removed');
    // The link that Beckon printed is the one that this device came by.
    const headers = { authorization: undefined, cookie };
    const { message } = await errorOf(await app.ask('GET /api/sessions', { headers }));
    expect(message).toMatch(/^This device has been removed\. .* a new link on the gateway’s machine with “/);
    expect(message).not.toContain('printed');
  });

  test('is good for ten minutes', async () => {
    await using app = await testApp();
    const [first, second] = [app.access.issueCode().code, app.access.issueCode().code];
    app.clock.advance(10 * 60_000);
    expect((await pressLogin(app, first)).status).toBe(200);
    app.clock.advance(1);
    expect((await visit(app, second)).status).toBe(403);
    expect((await pressLogin(app, second)).status).toBe(403);
  });

  test.each(['', '?code=', '?code=guess'])('a guess gets nothing: /login%s', async (query) => {
    await using app = await testApp();
    app.access.issueCode();
    const response = await app.ask(`GET /login${query}`, { headers: { authorization: undefined } });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
  });

  test.each(['http://evil.example', 'null', 'http://127.0.0.1:9999', 'https://127.0.0.1:4517', undefined])(
    'a press on another page spends nothing and lets nobody in: %s',
    async (origin) => {
      await using app = await testApp();
      const { code } = app.access.issueCode();
      const response = await app.ask('POST /login', {
        body: `code=${code}`,
        headers: { ...ownPage, origin, 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([response.status, await errorOf(response)]).toMatchObject([403, { code: 'forbidden' }]);
      expect((await pressLogin(app, code)).status).toBe(200);
    },
  );

  test('a form of a megabyte gets 413', async () => {
    await using app = await testApp();
    expect((await pressLogin(app, 'x'.repeat(1024 * 1024))).status).toBe(413);
  });

  test('[L14] neither half of the credential, nor what is kept of it, gives the token or the credential away', async () => {
    await using app = await testApp();
    const { cookie, 'x-beckon-key': key } = await signIn(app);
    expect(cookie).toMatch(/^beckon_4517=[\w-]{43}$/);
    expect(key).toMatch(/^[\w-]{43}$/);
    const kept = JSON.stringify(app.gateway.parts.devices.list());
    for (const half of [cookie.split('=')[1], key]) expect(kept).not.toContain(half);
    expect(kept).toMatch(/"credentialHash":"[0-9a-f]{64}","keyHash":"[0-9a-f]{64}"/);
    expect(await signIn(app)).not.toEqual({ cookie, 'x-beckon-key': key });
  });
});

test('what cannot be read as a form is refused like a link that was used', async () => {
  await using app = await testApp();
  const headers = { ...ownPage, 'content-type': 'multipart/form-data' };
  expect((await app.ask('POST /login', { body: 'code=x', headers })).status).toBe(403);
});
