import { describe, expect, test } from 'vitest';
import type { Arrival, ReachOptions } from './reach.ts';
import { Reach } from './reach.ts';

interface Request {
  host?: string;
  from?: string;
  isEncrypted?: boolean;
  target?: string;
  headers?: Record<string, string>;
}

function wayOf(options: Partial<ReachOptions>, { host, from, isEncrypted = false, target, headers }: Request) {
  const all: Record<string, string | undefined> = { host, ...headers };
  const arrival: Arrival = {
    header: (name) => all[name],
    targetHost: target ?? host ?? '',
    address: from ?? '127.0.0.1',
    isEncrypted,
  };
  return new Reach({ host: '127.0.0.1', allowedHosts: [], ...options }).wayOf(arrival);
}

const behindCaddy = { publicUrl: 'https://beckon.example' };
const origins = (...args: Parameters<typeof wayOf>) => wayOf(...args)?.origins;

describe('the public URL', () => {
  test('is ours by exactly that host, and its page has exactly that origin', () => {
    expect(origins(behindCaddy, { host: 'beckon.example' })).toEqual(['https://beckon.example']);
    expect(origins(behindCaddy, { host: 'BECKON.example' })).toEqual(['https://beckon.example']);
    expect(origins({ publicUrl: 'https://a.ts.net:8443' }, { host: 'a.ts.net:8443' })).toEqual([
      'https://a.ts.net:8443',
    ]);
  });

  test.each(['beckon.example:4517', 'beckon.example.evil', 'sub.beckon.example', 'example', ''])(
    '%s is another host',
    (host) => expect(wayOf(behindCaddy, { host })).toBeUndefined(),
  );

  test('does not open this machine’s own addresses to its origin', () => {
    expect(origins(behindCaddy, { host: '127.0.0.1:4517' })).toEqual(['http://127.0.0.1:4517']);
  });

  test('is not ours where it was not configured', () => {
    expect(wayOf({}, { host: 'beckon.example' })).toBeUndefined();
  });
});

describe('forwarded headers', () => {
  const headers = {
    'x-forwarded-host': 'beckon.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9, 10.0.0.2',
  };
  const proxied = { ...behindCaddy, trustedProxies: ['10.0.0.0/8', '127.0.0.1', '::1'] };

  test('of a proxy that was named say where the request comes from, and which host was asked for', () => {
    const way = wayOf(proxied, { host: '127.0.0.1:4517', from: '127.0.0.1', headers });
    expect(way).toEqual({ host: 'beckon.example', origins: ['https://beckon.example'], address: '203.0.113.9' });
  });

  test.each(['192.168.1.9', '11.0.0.1', '::2', ''])('of %s, which was not named, say nothing', (from) => {
    const way = wayOf(proxied, { host: '127.0.0.1:4517', from, headers });
    expect(way).toEqual({ host: '127.0.0.1:4517', origins: ['http://127.0.0.1:4517'], address: from });
  });

  test('say nothing where no proxy was named', () => {
    const way = wayOf(behindCaddy, { host: '127.0.0.1:4517', headers });
    expect(way).toEqual({ host: '127.0.0.1:4517', origins: ['http://127.0.0.1:4517'], address: '127.0.0.1' });
  });

  test('name no host that is not ours', () => {
    const forged = { ...headers, 'x-forwarded-host': 'evil.example' };
    expect(wayOf(proxied, { host: '127.0.0.1:4517', headers: forged })).toBeUndefined();
  });

  test.each([
    ['what a client wrote in front of it is not believed', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['proxies of ours are passed over', '203.0.113.9, 10.1.2.3, 10.1.2.4', '203.0.113.9'],
    ['with a port', '203.0.113.9:4711', '203.0.113.9'],
    ['IPv6 with a port', '[2001:db8::1]:4711', '2001:db8::1'],
    ['no address', 'unknown', '127.0.0.1'],
    ['nothing', '', '127.0.0.1'],
  ])('the address: %s', (_, forwarded, address) => {
    const way = wayOf(proxied, { host: 'localhost', headers: { 'x-forwarded-for': forwarded } });
    expect(way?.address).toBe(address);
  });

  test('a proxy over IPv4 is known on a socket of IPv6', () => {
    const way = wayOf(proxied, {
      host: 'localhost',
      from: '::ffff:10.0.0.2',
      headers: { 'x-forwarded-for': '1.2.3.4' },
    });
    expect(way?.address).toBe('1.2.3.4');
  });

  test('the nearest proxy has the last word about the scheme, which is one of two', () => {
    const scheme = (value: string) => origins(proxied, { host: 'localhost', headers: { 'x-forwarded-proto': value } });
    expect(scheme('http, https')).toEqual(['https://localhost']);
    expect(scheme('gopher')).toEqual(['http://localhost']);
  });
});

describe('the scheme', () => {
  test('is that of the connection', () => {
    const options = { allowedHosts: ['beckon.lan'] };
    expect(origins(options, { host: 'beckon.lan:4517', isEncrypted: true })).toEqual(['https://beckon.lan:4517']);
  });

  test('is either where a name was allowed, for a proxy that tells nothing', () => {
    const options = { allowedHosts: ['beckon.lan'] };
    expect(origins(options, { host: 'beckon.lan' })).toEqual(['http://beckon.lan', 'https://beckon.lan']);
  });
});

test('a request that names another host in its target is not ours', () => {
  expect(wayOf(behindCaddy, { host: 'beckon.example', target: 'evil.example' })).toBeUndefined();
});
