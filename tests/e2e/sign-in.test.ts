// Who is let in, and what the others are told.
import { expect, it } from 'vitest';
import { openTab } from '../support/browser.ts';
import { openScene } from '../support/scene.ts';

const scene = openScene();

it('tells a browser that is not signed in what to do', async () => {
  await using context = await scene.browser.newContext();
  const page = await openTab(context, scene.beckon.url);
  await page.getByRole('heading', { name: 'This browser is not signed in.' }).waitFor();
  await page.getByText('Open the link that beckon printed in the terminal.').waitFor();
});

it('lets a browser in by a one-time link, which leaves nothing in the address', async () => {
  await using context = await scene.browser.newContext();
  const page = await openTab(context, await scene.beckon.loginLink());
  await page.getByRole('button', { name: 'Start session' }).waitFor();
  expect(page.url()).toBe(`${scene.beckon.url}/`);
  expect(await context.cookies()).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict' })]);
});

it('says that a link was used, and does not let a second browser in', async () => {
  const link = await scene.beckon.loginLink();
  await using first = await scene.browser.newContext();
  await (await openTab(first, link)).getByRole('button', { name: 'Start session' }).waitFor();

  await using second = await scene.browser.newContext();
  const page = await openTab(second, link);
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor();
  expect(await second.cookies()).toEqual([]);
  await page.goto(scene.beckon.url);
  await page.getByRole('heading', { name: 'This browser is not signed in.' }).waitFor();
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
