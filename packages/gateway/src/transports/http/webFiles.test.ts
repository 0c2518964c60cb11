import { mkdirSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testApp } from '../../../../../tests/support/testApp.ts';
import { tempFolder } from '../../../../../tests/support/tempFolder.ts';

const html = '<!doctype html><title>Beckon</title>';
const script = 'console.log("hello")';

/** A built web app, with a secret beside its folder. */
async function appWithFiles() {
  const folder = tempFolder();
  mkdirSync(folder.at('web/assets'), { recursive: true });
  writeFileSync(folder.at('secret.txt'), 'secret');
  writeFileSync(folder.at('web/index.html'), html);
  writeFileSync(folder.at('web/favicon.svg'), '<svg/>');
  writeFileSync(folder.at('web/assets/app-abc.js'), script);
  const app = await testApp({ webRoot: folder.at('web') });
  return {
    ...app,
    webFile: (name: string) => folder.at(`web/${name}`),
    get: (path: string, headers: Record<string, string> = {}) =>
      app.ask(`GET ${path}`, { headers: { ...headers, authorization: undefined } }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache', html],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache', html],
  ['/favicon.svg', 'image/svg+xml', 'no-cache', '<svg/>'],
  ['/assets/app-abc.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', script],
  ['/assets/app-abc.js?v=1', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', script],
])('%s is served to anyone', async (path, type, cache, content) => {
  await using app = await appWithFiles();
  const response = await app.get(path);
  expect(response.status).toBe(200);
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([type, cache]);
  expect(await response.text()).toBe(content);
});

test.each(['/sessions/some-id', '/new', '/assets', '/assets/', '/a/b/c'])(
  '%s is an address of the app itself',
  async (path) => {
    await using app = await appWithFiles();
    const response = await app.get(path);
    expect([response.status, await response.text()]).toEqual([200, html]);
  },
);

test('an asset that is gone is not taken for the app', async () => {
  await using app = await appWithFiles();
  expect((await app.get('/assets/app-old.js')).status).toBe(404);
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/..\\secret.txt',
  '//secret.txt',
  '/%00',
  '/%',
])('%s does not lead out of the folder', async (path) => {
  await using app = await appWithFiles();
  const response = await app.get(path);
  expect(await response.text()).not.toContain('secret');
  expect(response.status).toBeLessThan(500);
});

test('is compressed for those who can read it', async () => {
  await using app = await appWithFiles();
  const response = await app.get('/assets/app-abc.js', { 'accept-encoding': 'br, gzip' });
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['gzip', 'accept-encoding']);
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(script);
});

test('is not sent again to those who have it', async () => {
  await using app = await appWithFiles();
  const etag = (await app.get('/')).headers.get('etag') ?? '';
  const again = await app.get('/', { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await app.get('/favicon.svg', { 'if-none-match': etag })).status).toBe(200);
});

test('comes in the theme that is set, from its first byte on', async () => {
  await using app = await appWithFiles();
  const head = '<html lang="en" data-theme="system"><meta name="color-scheme" content="light dark" />';
  writeFileSync(app.webFile('index.html'), head);
  const before = await app.get('/');
  expect(await before.text()).toBe(head);
  await app.gateway.connect('a test').updateSettings({ theme: 'dark' });
  const dark = await app.get('/inbox', { 'if-none-match': before.headers.get('etag') ?? '' });
  expect(await dark.text()).toBe('<html lang="en" data-theme="dark"><meta name="color-scheme" content="dark" />');
});

test('says how to build it where it is not built', async () => {
  await using app = await testApp();
  const response = await app.ask('GET /');
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm start')]);
});
