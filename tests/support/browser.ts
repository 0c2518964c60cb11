// Debian's Chromium, driven headless; each person in a test is a browser context of its own, signed in by a one-time link.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Beckon } from './beckon.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** A browser of its own, signed in and on the first screen. */
export async function signIn(browser: Browser, beckon: Beckon, viewport = desktop): Promise<Page> {
  const context = await browser.newContext({ viewport });
  return openTab(context, await beckon.loginLink());
}

export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
