// `npm run screenshots`: takes the pictures of the README and the guides anew, from the real page with the real agent on the demo model;
// only those that are named, where any are.
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
const wanted = process.argv.slice(2);
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
  await takeCalls(page);
  const previews = await takePreviews(page);
  await takePlanReview(page, start);
  await takePast(page);

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
  await screen.goto(previews);
  await screen.getByRole('button', { name: 'Compare previews' }).tap();
  await screen.getByRole('dialog').getByText('1 of 2').waitFor();
  await save(screen, 'previews-phone');
}

/** Options beside each other; gives the address of their session. */
async function takePreviews(page) {
  await page.goto(new URL('/new', link).href);
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Show me two layouts for the README and let me pick');
  await page.getByRole('button', { name: 'Start session' }).click();
  await page.getByRole('radio', { name: /^Words first/ }).check();
  await page.getByRole('button', { name: 'Submit' }).and(page.locator('[data-armed=true]')).waitFor();
  await save(page, 'previews');
  return page.url();
}

/** Comments on passages of a plan, and what changed in one that was sent back. */
async function takePlanReview(page, start) {
  const pressArmed = async (name) => {
    const button = page.getByRole('button', { name, exact: true }).and(page.locator('[data-armed=true]'));
    await button.click();
  };
  await start('Review a plan');
  for (const [passage, comment] of [
    ['The notes', 'Which notes? Name the file.'],
    ['2. Leave', 'Give it a test first.'],
  ]) {
    await page.getByRole('button', { name: `Comment on “${passage}` }).click();
    await page.getByRole('textbox', { name: /^Comment on/ }).fill(comment);
    await page.getByRole('button', { name: 'Done', exact: true }).click();
  }
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Approve plan' }).and(page.locator('[data-armed=true]')).waitFor();
  await save(page, 'plan-comments');
  await start('Review a plan');
  await pressArmed('Send back…');
  await page.getByRole('textbox', { name: 'What should change?' }).fill('Write a test as well');
  await pressArmed('Send back');
  await page.getByRole('button', { name: /^What changed/ }).click();
  await page.getByRole('row').first().waitFor();
  await page.getByRole('button', { name: 'Approve plan' }).and(page.locator('[data-armed=true]')).waitFor();
  await save(page, 'plan-changes');
}

/** A channel that is there, and one that is being added. */
async function takeCalls(page) {
  await page.goto(new URL('/settings', link).href);
  const fill = async (type, label, value) => {
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByRole('button', { name: type, exact: true }).click();
    await page.getByRole('form').getByLabel(label, { exact: true }).fill(value);
  };
  await fill('ntfy', 'Topic', 'beckon-4f7c21d09b');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await fill('Telegram', 'Chat', '123456789');
  await page.mouse.move(0, 0);
  await save(page, 'calls');
}

/** Sessions that were removed from Beckon: in their list, found by a word, and added up. */
async function takePast(page) {
  for (const title of ['Ask something', 'Read a long answer']) {
    await page.goto(new URL('/new', link).href);
    await page.getByRole('button', { name: title }).click();
    await page.getByRole('main').getByText('Ready for input', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'End and remove this session' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End and remove' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: 'Past', exact: true }).click();
  await page.getByRole('link', { name: /^What does debouncing/ }).click();
  await page.getByText('Debouncing a function means').waitFor();
  await page.getByRole('button', { name: 'Fork', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Fork from here' }).first().waitFor();
  await save(page, 'past-sessions');
  await page.goto(new URL('/search?q=function', link).href);
  await page.getByRole('list', { name: 'Results' }).waitFor();
  await save(page, 'search');
  await page.goto(new URL('/usage', link).href);
  await page.getByRole('heading', { name: 'By folder' }).waitFor();
  await save(page, 'usage');
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
  if (wanted.length > 0 && !wanted.includes(name)) return;
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
}
