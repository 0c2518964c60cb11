import { expect, test } from 'vitest';
import { programName } from './device.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webKit} CriOS/138.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.5 Safari/605.1.15`, 'Safari on Mac'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0 (something new)', 'Mozilla'],
  ['', undefined],
  ['<script>', undefined],
  [undefined, undefined],
])('%s is %s', (userAgent, name) => {
  expect(programName(userAgent)).toBe(name);
});
