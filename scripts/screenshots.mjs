// `npm run screenshots`: takes the pictures of the README and the guides anew, from the real page with the real agent on the demo model.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build, installPackages, requireNode, root } from './workspace.mjs';

requireNode();
installPackages();
build();

const { chromium } = await import('playwright-core');
const images = join(root, 'guides/images');
const iPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};
mkdirSync(images, { recursive: true });

const stateDir = mkdtempSync(join(tmpdir(), 'beckon-'));
const main = join(root, 'packages/gateway/dist/cli/main.js');
const place = ['--port', '0', '--public-url', 'https://beckon.example', '--state-dir', stateDir];
const beckon = spawn(process.execPath, [main, '--demo', '--no-open', ...place], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { PATH: process.env.PATH, HOME: stateDir },
});
const [link] = await once(createInterface({ input: beckon.stdout }), 'line');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
try {
  await takePictures();
} finally {
  await browser.close();
  beckon.kill('SIGTERM');
  await once(beckon, 'exit');
  rmSync(stateDir, { recursive: true, force: true });
}

async function takePictures() {
  const desktop = await browser.newContext({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 });
  const page = await desktop.newPage();
  const start = async (title) => {
    await page.goto(new URL('/new', link).href);
    await page.getByRole('button', { name: title }).click();
    await page
      .getByRole('article', { name: /waiting for your response$/ })
      .first()
      .waitFor();
  };
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(new URL('/', link).href);
  const armed = page.getByRole('button', { name: 'Approve', exact: true }).and(page.locator('[data-armed=true]'));
  await start('Run a command');
  await armed.waitFor();
  await save(page, 'approval');
  await start('Answer several questions');
  const question = page.url();
  await start('Review a plan');
  const plan = page.url();
  await page.goto(new URL('/inbox', link).href);
  await armed.waitFor();
  await save(page, 'inbox');
  await start('Edit a file');
  await armed.waitFor();
  await save(page, 'edit');
  await page.goto(new URL('/settings', link).href);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await save(page, 'settings');

  await takePairing(page);

  const phone = await browser.newContext({
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
    storageState: await desktop.storageState(),
  });
  const screen = await phone.newPage();
  const inbox = new URL('/inbox', link).href;
  const waiting = new URL('/sessions', link).href;
  for (const [name, url] of Object.entries({ question, plan, waiting, 'inbox-phone': inbox })) {
    await screen.goto(url);
    await screen
      .getByRole('article', { name: /waiting for your response$/ })
      .or(screen.getByText('Waiting for your response'))
      .filter({ visible: true })
      .first()
      .waitFor();
    await screen.getByText('Loading…').waitFor({ state: 'hidden' });
    // What decides takes presses a moment after it has come.
    await screen.waitForTimeout(1200);
    await save(screen, name);
  }
}

/** Pairing: what the desk shows, and what the phone then does. */
async function takePairing(page) {
  await page.goto(new URL('/settings', link).href);
  await page.getByRole('button', { name: 'Pair a phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pair a phone' });
  await dialog.getByRole('img').waitFor();
  await dialog.getByText('Good for').waitFor();
  await save(page, 'pairing');
  const opened = new URL((await dialog.locator('code').textContent()) ?? '');
  const phone = await browser.newContext({ viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, ...iPhone });
  const screen = await phone.newPage();
  await screen.goto(new URL(`${opened.pathname}${opened.search}`, link).href);
  await screen.getByRole('button', { name: 'Sign in' }).waitFor();
  await save(screen, 'pairing-phone');
}

async function save(page, name) {
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
}
