import { describe, expect, test } from 'vitest';
import type { Listening } from './addresses.ts';
import { addressesOf } from './addresses.ts';
import type { Certificate } from './certificate.ts';

const wired = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) => ({ address, family, internal });
const interfaces: Listening['interfaces'] = {
  lo: [wired('127.0.0.1', 'IPv4', true), wired('::1', 'IPv6', true)],
  eth0: [wired('192.168.1.5'), wired('fe80::1', 'IPv6'), wired('fd00::5', 'IPv6')],
  usb0: [wired('169.254.3.4')],
};

function listed(listening: Partial<Listening>) {
  const usual = { host: '127.0.0.1', port: 4517, allowedHosts: [], interfaces };
  return addressesOf({ ...usual, ...listening }).map(
    ({ url, reach, isSecure }) => `${url} ${reach} ${isSecure ? 'secure' : 'plain'}`,
  );
}

/** Good for these hosts. */
function certificateFor(...hosts: string[]): Certificate {
  const names = hosts.filter((host) => /[a-z]/.test(host) && !host.startsWith('*'));
  const isGoodFor = (host: string) =>
    hosts.some((each) => each === host || (each.startsWith('*.') && host.endsWith(each.slice(1))));
  return { names, isGoodFor, validUntil: 0, content: '', context: {} as Certificate['context'] };
}

describe('addressesOf', () => {
  const cases: [string, Partial<Listening>, string[]][] = [
    ['this machine alone', {}, ['http://127.0.0.1:4517 here secure']],
    [
      'all addresses of IPv4',
      { host: '0.0.0.0' },
      ['http://127.0.0.1:4517 here secure', 'http://192.168.1.5:4517 network plain'],
    ],
    [
      'all addresses',
      { host: '::' },
      [
        'http://127.0.0.1:4517 here secure',
        'http://192.168.1.5:4517 network plain',
        'http://[fd00::5]:4517 network plain',
      ],
    ],
    [
      'one address of the network',
      { host: '192.168.1.5' },
      ['http://192.168.1.5:4517 here plain', 'http://192.168.1.5:4517 network plain'],
    ],
    [
      'behind a proxy',
      { publicUrl: 'https://beckon.example' },
      ['http://127.0.0.1:4517 here secure', 'https://beckon.example public secure'],
    ],
    [
      'behind a proxy without TLS',
      { publicUrl: 'http://beckon.lan' },
      ['http://127.0.0.1:4517 here secure', 'http://beckon.lan public plain'],
    ],
    [
      'with a certificate, which is not for its address',
      { host: '0.0.0.0', certificate: certificateFor('beckon.lan') },
      [
        'http://127.0.0.1:4517 here secure',
        'https://beckon.lan:4517 network secure',
        'https://192.168.1.5:4517 network plain',
      ],
    ],
    [
      'with a certificate that is for its address too',
      { host: '0.0.0.0', certificate: certificateFor('localhost', '192.168.1.5') },
      [
        'http://127.0.0.1:4517 here secure',
        'https://localhost:4517 here secure',
        'https://192.168.1.5:4517 network secure',
      ],
    ],
    [
      'with a certificate for many names, of which one was allowed',
      { certificate: certificateFor('*.example.net'), allowedHosts: ['Beckon.example.net', 'other.org'], port: 443 },
      ['http://127.0.0.1:443 here secure', 'https://beckon.example.net network secure'],
    ],
  ];
  test.each(cases)('%s', (_, listening, expected) => expect(listed(listening)).toEqual(expected));
});
