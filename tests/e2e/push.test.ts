// A person who is called in their browser while they look elsewhere: the real gateway and agent, a real service worker.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { call, say, scriptedPrompt } from '@beckon/demo-model';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Beckon } from '../support/beckon.ts';
import { startBeckon } from '../support/beckon.ts';
import { desktop, followLink, launchBrowser } from '../support/browser.ts';
import { CalledBrowser } from '../support/calledBrowser.ts';
import type { PushService } from '../support/pushService.ts';
import { pushService } from '../support/pushService.ts';
import { barriers } from '../support/looks.ts';

let service: PushService;
let beckon: Beckon;
let browser: Browser;
beforeAll(async () => {
  service = await pushService();
  const environment = { BECKON_PUSH_ORIGINS: service.origin, NODE_EXTRA_CA_CERTS: service.authorityPath };
  [beckon, browser] = await Promise.all([startBeckon({ environment }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await beckon[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function switchOn(page: Page): Promise<void> {
  await page.goto(`${beckon.url}/settings`);
  await page.getByRole('button', { name: 'Call me here' }).click();
  await page.getByText('Beckon calls you here, also while no page is open.').waitFor();
  // Nothing else that happens meanwhile, such as this device's signing in, is to come as one with an ask.
  for (const { id } of await beckon.transport.listChannels()) {
    await beckon.transport.updateChannel(id, { occasions: ['ask'] });
  }
}

/** Lets the agent ask to run this command, and resolves with what was pushed for it. */
async function askTo(command: string) {
  const prompt = scriptedPrompt([{ blocks: [call('Bash', { command })] }, { blocks: [say('Done.')] }]);
  const session = await beckon.transport.createSession({ cwd: beckon.workspace, prompt });
  const ask = await expect
    .poll(async () => (await beckon.transport.getSession(session.id)).asks[0])
    .toBeDefined()
    .then(async () => (await beckon.transport.getSession(session.id)).asks[0]);
  const id = ask?.id ?? '';
  const pushed = await service.next(({ message }) => message.type === 'call' && message.tag === id);
  const over = () => service.next(({ message }) => message.type === 'over' && message.tag === id);
  const current = async () => (await beckon.transport.getAsk(id)).ask;
  return { id, pushed, over, current };
}

describe('a browser that is called', () => {
  it('answers a real agent with a button of the notification, while no page is open', async () => {
    const called = await CalledBrowser.open(browser, await beckon.loginLink(), service);
    onTestFinished(() => called.context.close());
    await switchOn(called.page);
    await called.page.getByRole('button', { name: 'Send a test', exact: true }).first().click();
    await called.page.getByText('Sent. It should be there any moment.').first().waitFor();
    expect(await barriers(called.page, 'light')).toEqual([]);
    await called.page.close();

    const { id, pushed, over, current } = await askTo('touch from-a-notification.txt');
    await called.deliver(pushed);
    await expect
      .poll(() => called.shown())
      .toEqual([
        expect.objectContaining({ tag: id, title: 'Run touch from-a-notification.txt', actions: ['Approve', 'Deny'] }),
      ]);
    const made = join(beckon.workspace, 'from-a-notification.txt');
    expect(existsSync(made)).toBe(false);
    await called.press('Approve');
    await expect
      .poll(() => called.shown())
      .toEqual([expect.objectContaining({ tag: id, title: 'Approve ✓', actions: [] })]);
    await expect.poll(async () => (await current()).phase).toBe('done');
    expect(existsSync(made)).toBe(true);
    expect((await current()).answeredBy).toMatchObject({ type: 'device', isFromNotification: true });
    // What came of it was shown for a moment.
    await expect.poll(() => called.shown()).toEqual([]);
    await called.deliver(await over());
    await expect.poll(() => called.shown()).toEqual([]);
  });

  it('is told who was first, and lands on the card that a notification is about', async () => {
    const called = await CalledBrowser.open(browser, await beckon.loginLink(), service);
    onTestFinished(() => called.context.close());
    await switchOn(called.page);
    await called.page.close();
    const first = await askTo('touch first.txt');
    await called.deliver(first.pushed);
    await expect.poll(() => called.shown()).toHaveLength(1);
    await beckon.transport.answer(first.id, { type: 'deny' });
    await called.press('Approve');
    await expect.poll(() => called.shown()).toEqual([expect.objectContaining({ title: 'Somebody was first' })]);
    await expect.poll(() => called.shown()).toEqual([]);
    expect(existsSync(join(beckon.workspace, 'first.txt'))).toBe(false);

    // Pages that are open are told where to go.
    const page = await called.context.newPage();
    await page.goto(`${beckon.url}/settings`);
    await page.getByText('Beckon calls you here').waitFor();
    const second = await askTo('touch second.txt');
    await called.deliver(second.pushed);
    await expect.poll(() => called.shown()).toHaveLength(1);
    await called.press();
    const card = page.getByRole('article', { name: /^Run touch second/ });
    await card.waitFor();
    await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/inbox');
    expect(await called.shown()).toEqual([]);

    // One that is over says so.
    await beckon.transport.answer(second.id, { type: 'deny' });
    await page.goto(`${beckon.url}/inbox?ask=${second.id}`);
    await page.getByText('“Run touch second.txt” waits no longer.').waitFor();
  });

  it('shows something for a push that it cannot read, and is taken away what is over', async () => {
    const called = await CalledBrowser.open(browser, await beckon.loginLink(), service);
    onTestFinished(() => called.context.close());
    await switchOn(called.page);
    const { id, pushed, over } = await askTo('touch third.txt');
    for (const text of ['', 'no JSON', '{"type":"call","path":"https://evil.example"}'])
      await called.deliver({ ...pushed, text });
    await expect
      .poll(() => called.shown())
      .toEqual([expect.objectContaining({ tag: 'beckon', title: 'Beckon calls' })]);
    await called.press();
    await called.deliver(pushed);
    await expect.poll(async () => (await called.shown()).map(({ tag }) => tag)).toEqual([id]);
    await beckon.transport.answer(id, { type: 'deny' });
    await called.deliver(await over());
    await expect.poll(async () => (await called.shown()).map(({ tag }) => tag)).toEqual([]);

    const before = (await beckon.transport.listChannels()).length;
    await called.page.goto(`${beckon.url}/settings`);
    await called.page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await called.page.getByRole('button', { name: 'Call me here' }).waitFor();
    expect(await beckon.transport.listChannels()).toHaveLength(before - 1);
  });
});

describe('a browser without a push service', () => {
  it('says so, and its page notifies by itself while nobody looks, once for each ask', async () => {
    const context = await browser.newContext({ viewport: desktop, permissions: ['notifications'] });
    onTestFinished(() => context.close());
    const page = await followLink(context, await beckon.loginLink());
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await page.goto(`${beckon.url}/settings`);
    await page.getByRole('button', { name: 'Call me here' }).click();
    await page.getByText('You are notified while a tab of it is open and you look elsewhere.').waitFor();
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ tag, title }) => ({ tag, title }));
      });
    // Somebody looks.
    const prompt = (command: string) =>
      scriptedPrompt([{ blocks: [call('Bash', { command })] }, { blocks: [say('Done.')] }]);
    const { id } = await beckon.transport.createSession({ cwd: beckon.workspace, prompt: prompt('touch seen.txt') });
    await expect.poll(async () => (await beckon.transport.getSession(id)).asks.length).toBe(1);
    await page.getByRole('link', { name: /Run touch seen\.txt/ }).waitFor();
    expect(await shown()).toEqual([]);
    await page.evaluate(hide);
    await beckon.transport.createSession({ cwd: beckon.workspace, prompt: prompt('touch hidden.txt') });
    await expect.poll(shown).toEqual([expect.objectContaining({ title: 'Run touch hidden.txt' })]);
    for (const ask of (await beckon.transport.listAsks()).asks) await beckon.transport.answer(ask.id, { type: 'deny' });
    await expect.poll(shown).toEqual([]);
  });
});

/** Runs in the page: headless tabs are never hidden. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}
