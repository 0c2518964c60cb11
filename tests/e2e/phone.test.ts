// A phone: let in over HTTPS by another device, with the app that opens without the gateway and makes way for a newer one.
import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import type { ServedGateway, ServeGatewayOptions } from '../../packages/gateway/src/serveGateway.ts';
import { serveGateway } from '../../packages/gateway/src/serveGateway.ts';
import { followLink, launchBrowser, openTab, phone } from '../support/browser.ts';
import { writeCertificate } from '../support/certificates.ts';
import { barriers, sidewaysScrolling } from '../support/looks.ts';
import { ScriptedDriver } from '../support/scriptedDriver.ts';
import type { TempFolder } from '../support/tempFolder.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { about, token } from '../support/testGateway.ts';

const host = 'beckon.test';
const builtPage = fileURLToPath(new URL('../../packages/web/dist', import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser(host);
});
afterAll(() => browser.close());

/** A gateway in this process, which a test stops and starts again on the same state and port. */
async function openHouse(options: Partial<ServeGatewayOptions> = {}) {
  const folder = tempFolder();
  let stop = async () => {};
  const start = async (more: Partial<ServeGatewayOptions> = {}): Promise<ServedGateway> => {
    const gateway = await openGateway({ drivers: [new ScriptedDriver()], about, databasePath: folder.at('beckon.db') });
    const server = await serveGateway(gateway, { token, ...options, ...more });
    stop = async () => {
      await server.close();
      await gateway.close();
      stop = async () => {};
    };
    return server;
  };
  const server = await start();
  const port = Number(new URL(server.url).port);
  onTestFinished(async () => {
    await stop();
    folder[Symbol.dispose]();
  });
  return { folder, server, port, stop: () => stop(), restart: (more = {}) => start({ port, ...more }) };
}

async function newContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  onTestFinished(() => context.close());
  return context;
}

describe('pairing', () => {
  it('[L14] lets a phone in over HTTPS by a code from the page, once, until it is removed', async () => {
    using folder = tempFolder();
    const { server, port } = await openHouse({ tls: writeCertificate(folder, { hosts: [host] }) });
    const desk = await followLink(await newContext(), server.signInUrl());
    await desk.getByRole('link', { name: 'Settings' }).click();
    await desk.getByRole('button', { name: 'Pair a phone' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Pair a phone' });
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await dialog.getByText(/^Good for (10|9):/).waitFor();
    const link = (await dialog.locator('code').textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^https://${host}:${port}/login\\?code=`));
    expect(await barriers(desk, 'light')).toEqual([]);

    // Two phones open it at once.
    const pocket = await newContext({ viewport: phone, ignoreHTTPSErrors: true });
    const [first, second] = [
      await openTab(pocket, link),
      await openTab(await newContext({ ignoreHTTPSErrors: true }), link),
    ];
    expect(await sidewaysScrolling(first)).toEqual([]);
    const name = first.getByRole('textbox', { name: 'What do you call this device?' });
    expect(await name.inputValue()).toBe('Chrome on Linux');
    await name.fill('Ada’s phone');
    await first.getByRole('button', { name: 'Sign in' }).click();
    await first.waitForURL(`https://${host}:${port}/inbox`);
    expect(await pocket.cookies()).toEqual([
      expect.objectContaining({ secure: true, httpOnly: true, sameSite: 'Strict' }),
    ]);
    await dialog.getByText('“Ada’s phone” is paired.').waitFor();
    await second.getByRole('button', { name: 'Sign in' }).click();
    await second.getByRole('heading', { name: 'This link does not work any more' }).waitFor();

    await dialog.getByRole('button', { name: 'Close' }).click();
    await desk.getByRole('button', { name: 'Remove Ada’s phone' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await first.getByText('This device has been removed.').waitFor();
    const asked = await first.evaluate(async () => {
      const headers = { 'x-beckon-key': localStorage.getItem('beckon-key') ?? '' };
      const paths = ['/api/sessions', '/api/events'];
      return Promise.all(paths.map(async (path) => (await fetch(path, { headers })).status));
    });
    expect(asked).toEqual([401, 401]);
  });
});

describe('the app', () => {
  /** Signed in, with the worker at work. */
  async function openApp(server: ServedGateway): Promise<Page> {
    const page = await followLink(await newContext({ viewport: phone }), server.signInUrl());
    await page.getByRole('button', { name: 'Start session' }).waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    return page;
  }

  it('can be installed, and opens without the gateway, which it says; nothing of the API is kept', async () => {
    const house = await openHouse();
    const page = await openApp(house.server);
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // The browser of a test keeps nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);

    await house.stop();
    for (const path of ['/', '/sessions/none']) {
      await page.goto(`${house.server.url}${path}`);
      await page.getByText('The gateway cannot be reached.').first().waitFor();
    }
    // Nothing is known, so nothing is claimed.
    await page.goto(`${house.server.url}/inbox`);
    await page.getByRole('heading', { name: 'Out of reach' }).waitFor();
    expect(await page.getByText('Nothing waits for you').count()).toBe(0);
    await page.goto(`${house.server.url}/settings`);
    await page.getByRole('heading', { name: 'Devices' }).waitFor();
    expect(await page.evaluate(keptPaths)).not.toContainEqual(expect.stringMatching(/^\/(api|login)/));
    await house.restart();
    await page.getByRole('region', { name: 'Devices' }).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This device').waitFor();
  });

  it('makes way for a newer page, which the worker then keeps', async () => {
    const house = await openHouse();
    const page = await openApp(house.server);
    await house.stop();
    const { webRoot, entry } = newerPage(house.folder);
    await house.restart({ webRoot });
    await page.getByText('This page is older than the gateway').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator(`script[src="${entry}"]`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Start session' }).waitFor();
    expect(await page.getByText('This page is older than the gateway').count()).toBe(0);

    await expect.poll(() => page.evaluate(keptByWorkerAtWork)).toContain(entry);
    await house.stop();
    await page.reload();
    await page.getByText('The gateway cannot be reached.').first().waitFor();
    await page.locator(`script[src="${entry}"]`).waitFor({ state: 'attached' });
  });

  it('fills the form of a new session with what is shared with it', async () => {
    const { server } = await openHouse();
    const page = await openApp(server);
    // As the system does, which sends a form.
    const landed = await page.evaluate(async () => {
      const form = new FormData();
      form.set('title', 'A bug');
      form.set('text', 'The button does nothing.');
      const picture = await (await fetch('/icon-192.png')).blob();
      form.append('images', new File([picture], 'screen.png', { type: 'image/png' }));
      form.append('images', new File(['x'], 'notes.svg', { type: 'image/svg+xml' }));
      return (await fetch('/share', { method: 'POST', body: form })).url;
    });
    expect(landed).toBe(`${server.url}/new?shared`);
    await page.goto(landed);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Prompt' }).inputValue())
      .toBe('A bug\nThe button does nothing.');
    expect(page.url()).toBe(`${server.url}/new`);
    await page.getByText('notes.svg').waitFor();
    expect(await page.evaluate(() => caches.has('beckon-shared'))).toBe(false);
  });
});

/** Runs in the page. */
async function keptPaths(): Promise<string[]> {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}

/** Runs in the page: the names of what the newer worker keeps, once it is the one at work. */
async function keptByWorkerAtWork(): Promise<string[]> {
  const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (installing || waiting || active?.state !== 'activated') return [];
  const kept = await (await caches.open('beckon-shell-newer')).keys();
  return kept.map(({ url }) => new URL(url).pathname);
}

/** The page as another build would make it: its first file has another name, and so the worker has other content. */
function newerPage(folder: TempFolder): { webRoot: string; entry: string } {
  const webRoot = folder.at('newer');
  cpSync(builtPage, webRoot, { recursive: true });
  const index = readFileSync(`${webRoot}/index.html`, 'utf8');
  const [, entry = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(index) ?? [];
  const newer = entry.replace('/assets/', '/assets/newer-');
  renameSync(`${webRoot}${entry}`, `${webRoot}${newer}`);
  for (const file of ['index.html', 'sw.js']) {
    const text = readFileSync(`${webRoot}/${file}`, 'utf8').replaceAll(entry, newer);
    writeFileSync(`${webRoot}/${file}`, text.replace(/version:`([\da-f]{16})`/, 'version:`newer`'));
  }
  return { webRoot, entry: newer };
}
