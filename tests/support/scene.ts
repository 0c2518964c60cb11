// What a file of end-to-end tests plays on: one gateway, one browser, and as many people as a test calls for.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Beckon } from './beckon.ts';
import { startBeckon } from './beckon.ts';
import { desktop, followLink, launchBrowser } from './browser.ts';
import { Person } from './person.ts';
import type { Project } from './project.ts';
import { newProject, openProject } from './project.ts';

export interface Scene {
  readonly beckon: Beckon;
  readonly browser: Browser;
  /** Someone with a browser of their own, signed in and on the first screen; gone with the test. */
  person(options?: PersonOptions): Promise<Person>;
  /** A fresh copy of the demo's workspace. */
  project(): Project;
  /** The folder that the scenarios of the first screen run in. */
  readonly workspace: Project;
}

interface PersonOptions extends BrowserContextOptions {
  /** Where they reach the gateway, if not at its own address. */
  address?: string;
}

/** Call it once, at the top of a test file. */
export function openScene(): Scene {
  let beckon: Beckon;
  let browser: Browser;
  let signedIn: SignedIn;
  beforeAll(async () => {
    [beckon, browser] = await Promise.all([startBeckon(), launchBrowser()]);
    signedIn = await signIn(browser, beckon, beckon.url);
  });
  afterAll(async () => {
    await browser.close();
    await beckon[Symbol.asyncDispose]();
  });
  return {
    get beckon() {
      return beckon;
    },
    get browser() {
      return browser;
    },
    get workspace() {
      return openProject(beckon.workspace);
    },
    project: () => newProject(beckon.stateDir),
    async person({ address = beckon.url, ...options } = {}) {
      // A credential works at one address alone.
      const storageState = address === beckon.url ? signedIn : await signIn(browser, beckon, address);
      const context = await browser.newContext({ viewport: desktop, storageState, ...options });
      context.setDefaultTimeout(20_000);
      const person = new Person(await context.newPage());
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await keepPicture(person, task.name);
        await context.close();
      });
      await person.open(address);
      await person.seesFirstScreen();
      return person;
    },
  };
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a one-time link leaves in a browser: everyone in the scene comes with it. */
async function signIn(browser: Browser, beckon: Beckon, address: string): Promise<SignedIn> {
  await using context = await browser.newContext();
  const { pathname, search } = new URL(await beckon.loginLink());
  await followLink(context, `${address}${pathname}${search}`);
  return await context.storageState();
}

/** The page as it was when a test failed. */
async function keepPicture({ page }: Person, testName: string): Promise<void> {
  const folder = join(tmpdir(), 'beckon-e2e-failures');
  mkdirSync(folder, { recursive: true });
  const name = testName.replace(/\W+/g, '-').slice(0, 80);
  // A page that is gone must not hide why the test failed.
  await page.screenshot({ path: join(folder, `${name}-${Date.now()}.png`) }).catch(() => undefined);
}
