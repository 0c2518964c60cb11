// Who is let in, and what the others are told.
import { expect, it } from 'vitest';
import { desktop, followLink, openTab, phone } from '../support/browser.ts';
import { barriers, sidewaysScrolling } from '../support/looks.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

it('tells a browser that is not signed in what to do', async () => {
  await using context = await scene.browser.newContext();
  const page = await openTab(context, scene.beckon.url);
  await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
  await page.getByText('Open the link that Beckon printed when it started').waitFor();
});

it('lets a browser in by a one-time link and one press, which leave nothing in the address', async () => {
  await using context = await scene.browser.newContext();
  const page = await followLink(context, await scene.beckon.loginLink());
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  expect(page.url()).toBe(`${scene.beckon.url}/`);
  expect(await page.evaluate(() => document.referrer)).not.toContain('code');
  expect(await context.cookies()).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
});

it('needs no script for that, and the keyboard is enough', async () => {
  await using context = await scene.browser.newContext({ javaScriptEnabled: false });
  const page = await openTab(context, await scene.beckon.loginLink());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${scene.beckon.url}/`);
  expect(await context.cookies()).toHaveLength(1);
});

it('leaves a link that was only looked at for the browser that presses', async () => {
  const link = await scene.beckon.loginLink();
  await fetch(link);
  await using first = await scene.browser.newContext();
  await (await openTab(first, link)).getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await first.cookies()).toEqual([]);
  await using second = await scene.browser.newContext();
  await (await followLink(second, link)).getByRole('button', { name: 'Start session' }).waitFor();
});

it('says that a link was used, and does not let a second browser in', async () => {
  const link = await scene.beckon.loginLink();
  await using first = await scene.browser.newContext();
  await followLink(first, link);

  await using second = await scene.browser.newContext();
  const page = await openTab(second, link);
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  expect(await second.cookies()).toEqual([]);
  await page.goto(scene.beckon.url);
  await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
});

it('signs a browser out at once that is removed on another device', async () => {
  await using context = await scene.browser.newContext();
  const page = await followLink(context, await scene.beckon.loginLink());
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  const devices = await scene.beckon.transport.listDevices();
  await scene.beckon.transport.removeDevice(devices.at(-1)!.id);
  await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
});

it.each([desktop, phone])('its pages fit a screen of $width by $height, without barriers', async (viewport) => {
  await using context = await scene.browser.newContext({ viewport });
  for (const link of [await scene.beckon.loginLink(), `${scene.beckon.url}/login?code=used`]) {
    const page = await openTab(context, link);
    expect(await sidewaysScrolling(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) expect(await barriers(page, colorScheme)).toEqual([]);
  }
});

it('keeps a browser signed in over a restart of the gateway', async () => {
  const ada = await scene.person();
  await scene.beckon.stop();
  await scene.beckon.restart();
  await ada.page.reload();
  await ada.seesFirstScreen();
});

it.each(['/api/sessions', '/api/asks', '/api/events', '/api/about'])(
  'answers %s with 401 without the token',
  async (path) => {
    const response = await fetch(`${scene.beckon.url}${path}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  },
);

it('starts nothing for a caller without the token', async () => {
  const response = await fetch(`${scene.beckon.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cwd: scene.workspace.path, prompt: 'Create a.txt and b.txt' }),
  });
  expect(response.status).toBe(401);
  expect((await scene.beckon.transport.listSessions()).sessions).toEqual([]);
});
