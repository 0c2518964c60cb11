// Who is let in, and what the others are told.
import { expect, it } from 'vitest';
import { desktop, followLink, openTab, phone } from '../support/browser.ts';
import { loopback } from '../support/loopback.ts';
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

it('is signed in by the keyboard alone', async () => {
  await using context = await scene.browser.newContext();
  const page = await openTab(context, await scene.beckon.loginLink());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start session' }).waitFor();
});

it('leaves a link for another device in a browser that is signed in', async () => {
  const ada = await scene.person();
  const link = await scene.beckon.loginLink();
  await ada.open(link);
  await ada.page.getByRole('heading', { name: 'This browser is signed in' }).waitFor();
  await ada.page.getByRole('link', { name: 'Go to Beckon' }).click();
  await ada.seesFirstScreen();
  await using context = await scene.browser.newContext();
  await (await followLink(context, link)).getByRole('button', { name: 'Start session' }).waitFor();
});

it('[L14] asks a browser that has lost its key to sign in once more, and knows it again then', async () => {
  await using context = await scene.browser.newContext();
  const page = await followLink(context, await scene.beckon.loginLink());
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  const before = await scene.beckon.transport.listDevices();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByText('has to sign in once more').waitFor();
  await (
    await followLink(context, await scene.beckon.loginLink())
  )
    .getByRole('button', { name: 'Start session' })
    .waitFor();
  const ids = (devices: { id: string }[]) => devices.map(({ id }) => id);
  expect(ids(await scene.beckon.transport.listDevices())).toEqual(ids(before));
});

it('[L14] the cookie that a server on another port is sent opens nothing', async () => {
  await using context = await scene.browser.newContext();
  const page = await followLink(context, await scene.beckon.loginLink());
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  const { host, origin } = new URL(scene.beckon.url);
  await using other = await loopback((response) => void response.end('<title>A dev server</title>'));
  await page.goto(other.url);
  const cookie = other.requests[0]?.headers.cookie ?? '';
  // What makes this an attack: the browser gave the cookie away.
  expect(cookie).toMatch(/^beckon_\d+=/);

  const { id } = await scene.beckon.transport.createSession({ cwd: scene.workspace.path });
  const calls: [string, string, object?][] = [
    ['GET', '/api/sessions'],
    ['GET', '/api/events'],
    ['GET', `/api/sessions/${id}/messages`],
    ['GET', `/api/sessions/${id}/images/x`],
    ['GET', `/api/sessions/${id}/pane`],
    ['GET', '/api/devices'],
    ['POST', '/api/sessions', { cwd: scene.workspace.path }],
    ['POST', `/api/sessions/${id}/messages`, { content: 'Go on.' }],
    ['POST', '/api/login-codes', {}],
    ['POST', '/api/devices/remove-others', {}],
    ['DELETE', `/api/sessions/${id}`],
  ];
  for (const [method, path, body] of calls) {
    const headers = { cookie, host, origin, 'content-type': 'application/json' };
    const response = await fetch(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect([method, path, response.status]).toEqual([method, path, 401]);
  }
  const { entries } = await scene.beckon.transport.readLog({ limit: 20 });
  expect(entries).toContainEqual(expect.objectContaining({ type: 'sign_in_failed' }));
  await page.goto(scene.beckon.url);
  await page.getByRole('navigation', { name: 'Sessions' }).waitFor();
  await scene.beckon.transport.deleteSession(id);
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
  await page.getByText('This device has been removed.').waitFor();
  await page.getByText(`beckon link --state-dir ${scene.beckon.stateDir}`).waitFor();
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

// The last, since it signs everyone else out.
it('names, renames and removes devices in the settings', async () => {
  await using first = await scene.browser.newContext();
  const phonePage = await followLink(first, await scene.beckon.loginLink());
  await phonePage.getByRole('button', { name: 'Start session' }).waitFor();
  await using second = await scene.browser.newContext();
  const page = await followLink(second, await scene.beckon.loginLink());
  await page.getByRole('link', { name: 'Settings' }).click();
  const rows = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  const own = rows.filter({ hasText: 'This device' });
  await own.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('My desk');
  await page.keyboard.press('Enter');
  await own.getByText('My desk').waitFor();
  await page.getByRole('button', { name: 'Remove all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await phonePage.getByText('This device has been removed.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await scene.beckon.transport.listDevices()).toMatchObject([
    { name: 'My desk', address: '127.0.0.1', program: expect.stringContaining('Chrome') as string },
  ]);
});
