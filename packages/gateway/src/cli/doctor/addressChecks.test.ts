import type { GatewayAddress } from '@beckon/protocol';
import { describe, expect, test } from 'vitest';
import { checkAddress, checkPhones } from './addressChecks.ts';
import type { Probe } from './probe.ts';

const now = Date.parse('2026-11-18T10:00:00Z');
const days = (count: number) => now + count * 24 * 60 * 60_000;
const here: GatewayAddress = { url: 'http://127.0.0.1:4517', reach: 'here', isSecure: true };
const network: GatewayAddress = { url: 'https://192.168.1.5:4517', reach: 'network', isSecure: false };
const outside: GatewayAddress = { url: 'https://beckon.example', reach: 'public', isSecure: true };
const answer = (more: Partial<Extract<Probe, { answers: true }>> = {}): Probe => ({
  answers: true,
  status: 200,
  instance: 'this',
  ...more,
});
const certificate = (validUntil: number, distrust?: string) => ({ certificate: { validUntil, distrust } });

describe('checkAddress', () => {
  const cases: [string, GatewayAddress, Probe, string][] = [
    ['leads here', here, answer(), 'ok: http://127.0.0.1:4517 leads here.'],
    [
      'with a good certificate',
      outside,
      answer(certificate(days(60))),
      'ok: https://beckon.example leads here, with a certificate that is good until 2027-01-17.',
    ],
    [
      'with one that ends soon',
      outside,
      answer(certificate(days(3))),
      'note: https://beckon.example leads here; its certificate ends on 2026-11-21: renew it.',
    ],
    [
      'with one for another name',
      outside,
      answer(certificate(days(60), 'is for another name')),
      'problem: https://beckon.example leads here, but its certificate is for another name.',
    ],
    [
      'by an address that the certificate was never for',
      network,
      answer(certificate(days(60), 'is for another name')),
      'note: https://192.168.1.5:4517 leads here, but its certificate is for another name.',
    ],
    [
      'another gateway',
      outside,
      answer({ instance: 'another' }),
      'problem: https://beckon.example leads to another gateway than this one.',
    ],
    [
      'no answer',
      outside,
      { answers: false, why: 'nothing listens there' },
      'problem: https://beckon.example does not answer: nothing listens there.',
    ],
    [
      'something else',
      outside,
      answer({ instance: undefined, status: 404 }),
      'problem: https://beckon.example is answered by something other than a gateway (status 404).',
    ],
  ];
  test.each(cases)('%s', (_, address, probe, expected) => {
    const { level, text } = checkAddress({ address, probe }, 'this', now);
    expect(`${level}: ${text}`).toBe(expected);
  });

  test('a proxy that asks by another Host is told how to mend it', () => {
    const { text } = checkAddress(
      { address: outside, probe: answer({ instance: undefined, status: 403 }) },
      'this',
      now,
    );
    expect(text).toContain('--trusted-proxy');
  });
});

test('a phone needs an address, and HTTPS for all of it', () => {
  expect(checkPhones([here])).toMatchObject({
    level: 'note',
    text: expect.stringContaining('--host 0.0.0.0') as string,
  });
  expect(checkPhones([here, network])).toMatchObject({
    level: 'note',
    text: expect.stringContaining('HTTPS') as string,
  });
  expect(checkPhones([here, network, outside])).toMatchObject({ level: 'ok' });
});
