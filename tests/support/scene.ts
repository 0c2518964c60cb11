// What a file of end-to-end tests plays on: one gateway, one browser, and as many people as a test calls for.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoModel, Scenario } from '@beckon/demo-model';
import { startDemoModel } from '@beckon/demo-model';
import { deviceKeyHeader, deviceKeyName } from '@beckon/protocol';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Beckon } from './beckon.ts';
import { startBeckon } from './beckon.ts';
import { desktop, launchBrowser } from './browser.ts';
import { Person } from './person.ts';
import type { Project } from './project.ts';
import { newProject, openProject } from './project.ts';
import { pressLink } from './signedIn.ts';

export interface Scene {
  readonly beckon: Beckon;
  readonly browser: Browser;
  /** Someone with a browser of their own, signed in and on the first screen; gone with the test. */
  person(options?: PersonOptions): Promise<Person>;
  /** A fresh copy of the demo's workspace. */
  project(): Project;
  /** The folder that the scenarios of the first screen run in. */
  readonly workspace: Project;
  /** What the model was asked, oldest first, where it plays scenarios of the test's own. */
  readonly requests: DemoModel['requests'];
}

interface PersonOptions extends BrowserContextOptions {
  /** Where they reach the gateway, if not at its own address. */
  address?: string;
}

export interface SceneOptions {
  /** What the model plays in place of the demo's own scenarios. */
  scenarios?: readonly Scenario[];
}

/** Call it once, at the top of a test file. */
export function openScene({ scenarios }: SceneOptions = {}): Scene {
  let model: DemoModel | undefined;
  let beckon: Beckon;
  let browser: Browser;
  // Apart from Beckon's own files, which agents are kept away from.
  let projects: string;
  let signedIn: StorageState;
  beforeAll(async () => {
    projects = mkdtempSync(join(tmpdir(), 'beckon-e2e-projects-'));
    model = scenarios && (await startDemoModel({ scenarios }));
    [beckon, browser] = await Promise.all([startBeckon(model && { modelUrl: model.url }), launchBrowser()]);
    signedIn = await signIn(beckon, beckon.url);
  });
  afterAll(async () => {
    await browser.close();
    await beckon[Symbol.asyncDispose]();
    await model?.close();
    rmSync(projects, { recursive: true, force: true });
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
    get requests() {
      return model?.requests ?? [];
    },
    project: () => newProject(projects),
    async person({ address = beckon.url, ...options } = {}) {
      // A credential works at one address alone.
      const storageState = address === beckon.url ? signedIn : await signIn(beckon, address);
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

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** What a one-time link leaves in a browser that reaches the gateway at this address. */
async function signIn(beckon: Beckon, address: string): Promise<StorageState> {
  const { cookie, [deviceKeyHeader]: key } = await pressLink(await beckon.loginLink(), address);
  const [name = '', value = ''] = cookie.split('=');
  const attributes = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' as const };
  return {
    cookies: [{ name, value, domain: new URL(address).hostname, ...attributes }],
    origins: [{ origin: address, localStorage: [{ name: deviceKeyName, value: key }] }],
  };
}

/** The page as it was when a test failed. */
async function keepPicture({ page }: Person, testName: string): Promise<void> {
  const folder = join(tmpdir(), 'beckon-e2e-failures');
  mkdirSync(folder, { recursive: true });
  const name = testName.replace(/\W+/g, '-').slice(0, 80);
  // A page that is gone must not hide why the test failed.
  await page.screenshot({ path: join(folder, `${name}-${Date.now()}.png`) }).catch(() => undefined);
}
