import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../../../../tests/support/testApp.ts';
import { errorOf, ownPage, pressLogin, signIn, testApp } from '../../../../../tests/support/testApp.ts';

type Headers = Record<string, string | undefined>;

const create = (app: TestApp, headers: Headers) =>
  app.ask('POST /api/sessions', { body: { cwd: app.folder.path }, headers });

describe('who may talk', () => {
  const strangers: [string, Headers][] = [
    ['nothing', { authorization: undefined }],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic dGVzdA==' }],
    ['a cookie that is none of ours', { authorization: undefined, cookie: 'beckon=1' }],
  ];
  test.each(strangers)('%s gets 401 on every route', async (_, headers) => {
    await using app = await testApp();
    const lines = [
      'GET /api/sessions',
      'GET /api/events',
      'GET /api/openapi.json',
      'GET /api/docs',
      'GET /api/nothing',
    ];
    for (const line of [...lines, 'POST /api/login-codes', 'DELETE /api/sessions/x']) {
      const response = await app.ask(line, { headers });
      expect([response.status, await errorOf(response)]).toMatchObject([401, { code: 'unauthorized' }]);
    }
  });

  test('health needs no token and says only that it is up', async () => {
    await using app = await testApp();
    const response = await app.ask('GET /api/health', { headers: { authorization: undefined } });
    expect(await response.json()).toEqual({ ok: true });
  });

  test('a cookie of the right name and a wrong value gets 401', async () => {
    await using app = await testApp();
    const signedIn = await signIn(app);
    const [name] = signedIn.cookie.split('=');
    const headers = { authorization: undefined, ...signedIn, cookie: `${name}=${'0'.repeat(64)}` };
    expect((await app.ask('GET /api/sessions', { headers })).status).toBe(401);
  });
});

describe('guesses', () => {
  test('are made to wait, and whoever is right is not', async () => {
    await using app = await testApp();
    const signedIn = await signIn(app);
    const guess = () => app.ask('GET /api/sessions', { headers: { authorization: 'Bearer guess' } });
    for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(401);
    let isAnswered = false;
    const eleventh = guess().finally(() => (isAnswered = true));
    // The clock stands still: whatever waits, waits for ever.
    expect((await app.ask('GET /api/sessions')).status).toBe(200);
    const headers = { authorization: undefined, ...signedIn };
    expect((await app.ask('GET /api/sessions', { headers })).status).toBe(200);
    expect((await pressLogin(app, app.access.issueCode().code)).status).toBe(200);
    expect(isAnswered).toBe(false);
    app.clock.advance(100);
    expect((await eleventh).status).toBe(401);
  });

  test.each(['GET /login?code=guess', 'POST /login'])('of a code are made to wait too: %s', async (line) => {
    await using app = await testApp();
    const form = { ...ownPage, 'content-type': 'application/x-www-form-urlencoded' };
    const guess = () =>
      line.startsWith('GET')
        ? app.ask(line, { headers: ownPage })
        : app.ask(line, { body: 'code=guess', headers: form });
    for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(403);
    const timers = app.clock.timerCount;
    const eleventh = guess();
    await expect.poll(() => app.clock.timerCount).toBe(timers + 1);
    app.clock.advance(100);
    expect((await eleventh).status).toBe(403);
  });
});

describe('[DNS rebinding] the host that a request names', () => {
  const ours = ['127.0.0.1:4517', 'localhost', 'LOCALHOST:4517', '[::1]:4517', 'beckon.example:443'];
  test.each(ours)('%s is ours', async (host) => {
    await using app = await testApp({ allowedHosts: ['Beckon.example'] });
    expect((await app.ask('GET /api/health', { headers: { host } })).status).toBe(200);
  });

  const foreign = [
    'evil.example',
    'evil.example:4517',
    '127.0.0.1.evil.example',
    '192.168.1.5',
    '',
    'localhost@evil',
    'localhost:4517:1',
  ];
  test.each([...foreign, undefined])('%s is not, and gets 403 before anything else', async (host) => {
    await using app = await testApp();
    for (const line of ['GET /api/health', 'GET /', 'GET /login?code=x', 'GET /api/sessions']) {
      const response = await app.ask(line, { headers: { host } });
      expect([response.status, await errorOf(response)]).toMatchObject([403, { code: 'forbidden' }]);
    }
  });

  test('where we listen on all addresses, any address is ours and still no name', async () => {
    await using app = await testApp({ host: '0.0.0.0' });
    const status = async (host: string) => (await app.ask('GET /api/health', { headers: { host } })).status;
    expect(await Promise.all(['192.168.1.5:4517', '[fe80::1]', 'evil.example'].map(status))).toEqual([200, 200, 403]);
  });

  test('an IPv6 address that we listen on is ours', async () => {
    await using app = await testApp({ host: 'fd00::5' });
    expect((await app.ask('GET /api/health', { headers: { host: '[fd00::5]:4517' } })).status).toBe(200);
  });
});

describe('a change that another page asks for', () => {
  const foreign = [
    'http://evil.example',
    'null',
    'http://127.0.0.1:9999',
    'https://127.0.0.1:4517',
    'http://localhost:4517',
    'garbage',
  ];
  test.each(foreign)('gets 403, with the cookie or the token, from %s', async (origin) => {
    await using app = await testApp();
    const signedIn = await signIn(app);
    for (const headers of [{ origin }, { origin, authorization: undefined, ...signedIn }]) {
      const response = await create(app, headers);
      expect([response.status, await errorOf(response)]).toMatchObject([403, { code: 'forbidden' }]);
    }
  });

  test('gets 403 with the cookie and no origin at all', async () => {
    await using app = await testApp();
    expect((await create(app, { authorization: undefined, ...(await signIn(app)) })).status).toBe(403);
  });

  test('is fine from our own page, and from a program with the token', async () => {
    await using app = await testApp();
    const origin = 'http://127.0.0.1:4517';
    expect((await create(app, { origin, authorization: undefined, ...(await signIn(app)) })).status).toBe(201);
    expect((await create(app, {})).status).toBe(201);
  });
});

test('security headers are on every reply, errors and pages too', async () => {
  await using app = await testApp();
  for (const line of [
    'GET /',
    'GET /login',
    'GET /api/health',
    'GET /api/nothing',
    'GET /api/docs',
    'GET /api/sessions',
  ]) {
    const { headers } = await app.ask(line);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

describe('a hook with the secret of an earlier gateway', () => {
  const refused = async () => new Response(null, { status: 401 });
  const isOld = (secret: string) => secret === 'old';
  const hooks = { method: 'POST', path: '/hooks/:event', handle: refused, mayHaveGiven: isOld } as const;
  const report = (app: TestApp, secret: string) =>
    app.ask('POST /hooks/Stop', { headers: { authorization: `Bearer ${secret}` } });

  test('is no guess: it is refused at once however often it comes, slows nobody down, and is not in the log', async () => {
    await using app = await testApp({ routes: [hooks] });
    // Nothing here would be answered if it had to wait, because the clock stands still.
    for (let count = 0; count < 120; count++) expect((await report(app, 'old')).status).toBe(401);
    expect((await report(app, 'a guess')).status).toBe(401);
    const { entries } = app.gateway.parts.auditLog.page({ limit: 3 });
    expect(entries.filter(({ type }) => type === 'sign_in_failed')).toMatchObject([
      { data: { what: 'token', count: 1 } },
    ]);
  });
});
