// `npm run icons`: draws the icons of the installed app anew from the page's own sign. They are kept in the repository, since a
// build has no browser to draw them with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './workspace.mjs';

const folder = join(root, 'packages/web/public');
const sign = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** Systems cut these to a shape of their own: the ground goes to the edges, and the sign stays well within. */
const whole = sign.replace('rx="8"', '').replace('translate(5.2 5) scale(0.9)', 'translate(7.4 7.2) scale(0.72)');

/** Beside the clock of a phone, of which only what is not transparent is drawn. */
const outline = sign.replace(/<rect[^>]*\/>/, '').replaceAll(/(stroke|fill)="#[\da-f]+"/gi, '$1="#fff"');

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--headless', '--no-sandbox'] });
const draw = async (name, size, svg) => {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`);
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
};
await draw('icon-192.png', 192, sign);
await draw('icon-512.png', 512, sign);
await draw('icon-maskable-512.png', 512, whole);
await draw('badge.png', 96, outline);
await draw('apple-touch-icon.png', 180, whole);
await browser.close();
