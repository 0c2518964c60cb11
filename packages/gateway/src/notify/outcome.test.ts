import { expect, test } from 'vitest';
import type { Reply } from './outbound.ts';
import { readRetryAfter, sentBy, withoutSecrets } from './outcome.ts';

const now = Date.parse('2026-11-18T10:00:00Z');

function reply(status: number): Reply {
  return { status, header: () => undefined, text: '' };
}

test.each([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Wed, 18 Nov 2026 10:00:30 GMT', 30_000],
  ['Wed, 18 Nov 2020 10:00:30 GMT', 0],
  ['99999999999999', 3_600_000],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %j is %j', (value, pauseMs) => {
  expect(readRetryAfter(value, now)).toBe(pauseMs);
});

test('a service that repeats a secret, in whatever form, is quoted without it', () => {
  const secret = 'p@ss "word"/+🔑';
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    JSON.stringify(secret),
  ];
  for (const form of forms) {
    const { detail } = sentBy(reply(400), { taken: '', said: `no: ${form}!`, secrets: [undefined, secret, ''], now });
    expect(detail).toMatch(/^The server did not take it \(400 Bad Request\)\. It says: “no: "?•••"?!”$/);
  }
});

test('a secret is taken out before the quote is cut, so that no half of one is left', () => {
  const secret = 's'.repeat(50);
  const { detail } = sentBy(reply(400), { taken: '', said: `${'x'.repeat(180)}${secret}`, secrets: [secret], now });
  expect(detail).not.toContain('ss');
});

test('a secret of half a character breaks nothing', () => {
  expect(withoutSecrets('text', ['\ud83d'])).toBe('text');
});

test('what a service says stays on one line, shows what acts, and is short', () => {
  const { detail } = sentBy(reply(500), { taken: '', said: `a\n\u001b[31m${'b'.repeat(100_000)}`, now });
  expect(detail).toContain('“a ␛[31mbbb');
  expect(detail.length).toBeLessThan(300);
});
