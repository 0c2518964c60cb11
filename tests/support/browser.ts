// Debian's Chromium, driven headless, at the two sizes that the page must be good at.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

/** `hosts` are names that lead to this machine. */
export function launchBrowser(...hosts: string[]): Promise<Browser> {
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(',');
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
    ],
  });
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** Follows a one-time link and presses its button. */
export async function followLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await openTab(context, link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return page;
}

export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
