import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addReach, type ReachOptions } from './reachOptions.ts';
import { tlsFrom } from './tlsFiles.ts';

afterEach(() => void vi.unstubAllEnvs());

function parse(...args: string[]): ReachOptions {
  const command = addReach(new Command().exitOverride().configureOutput({ writeErr: () => undefined }));
  return command.parse(args, { from: 'user' }).opts();
}

describe('the options of how others reach it', () => {
  test('are nothing unless given', () => {
    expect(parse()).toEqual({ host: '127.0.0.1', allowHost: [], trustedProxy: [] });
  });

  test.each([
    ['https://beckon.example', 'https://beckon.example'],
    ['https://Beckon.example/', 'https://beckon.example'],
    ['https://beckon.example:443', 'https://beckon.example'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
  ])('--public-url %s is the origin %s', (given, origin) => {
    expect(parse('--public-url', given).publicUrl).toBe(origin);
  });

  test.each(['beckon.example', 'ftp://a.example', 'https://a.example/beckon', 'https://u:p@a.example', 'https://', ''])(
    '--public-url %j is refused with a sentence',
    (given) => expect(() => parse('--public-url', given)).toThrow(/It must be like https:\/\/beckon\.example/),
  );

  test('--trusted-proxy takes addresses and networks, as often as it is given', () => {
    const { trustedProxy } = parse('--trusted-proxy', '127.0.0.1', '--trusted-proxy', '10.0.0.0/8,fd00::/8');
    expect(trustedProxy).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  });

  test.each(['caddy', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '', '127.0.0.1,'])(
    '--trusted-proxy %j is refused with a sentence',
    (given) => expect(() => parse('--trusted-proxy', given)).toThrow(/It must be an IP address, or a network/),
  );

  test('come from the environment too', () => {
    vi.stubEnv('BECKON_PUBLIC_URL', 'https://beckon.example');
    vi.stubEnv('BECKON_TRUSTED_PROXY', '127.0.0.1, ::1');
    vi.stubEnv('BECKON_TLS_CERT', 'c.pem');
    vi.stubEnv('BECKON_TLS_KEY', 'k.pem');
    expect(parse()).toMatchObject({
      publicUrl: 'https://beckon.example',
      trustedProxy: ['127.0.0.1', '::1'],
      tlsCert: 'c.pem',
      tlsKey: 'k.pem',
    });
  });

  test('a certificate and its key go together', () => {
    expect(tlsFrom({})).toBeUndefined();
    expect(tlsFrom({ tlsCert: '/c', tlsKey: '/k' })).toEqual({ certPath: '/c', keyPath: '/k' });
    expect(() => tlsFrom({ tlsCert: '/c' })).toThrow('--tls-cert was given without --tls-key. They go together.');
    expect(() => tlsFrom({ tlsKey: '/k' })).toThrow('--tls-key was given without --tls-cert.');
  });
});
