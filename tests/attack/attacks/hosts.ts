// Pages that have their own name point at this machine, and requests that name another host in any place.
import type { Beckon } from '../../support/beckon.ts';
import type { Attack, AttackGroup } from '../attack.ts';
import { happened } from '../attack.ts';
import { rawRequest } from '../rawRequest.ts';

const asHost = (host: string, path = '/api/health'): Attack => ({
  tries: `Host: ${host || '(empty)'}`,
  expects: 'refused with 403, or 400',
  async run({ url }: Beckon) {
    const { status } = await rawRequest(url, [`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
    return { isOk: status === 403 || status === 400, what: String(status) };
  },
});

const asTarget = (target: string): Attack => ({
  tries: `GET ${target} with our own Host`,
  expects: 'refused with 403',
  async run({ url }: Beckon) {
    const { host } = new URL(url);
    const { status } = await rawRequest(url, [`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]);
    return happened(403, status);
  },
});

export const hosts: AttackGroup = {
  title: 'Names that point at this machine',
  attacks: [
    ...['evil.example', '127.0.0.1.evil.example', 'localhost@evil.example', '', '127.0.0.1:1:2'].map((host) =>
      asHost(host),
    ),
    ...['http://evil.example/api/health', 'https://evil.example/login'].map(asTarget),
  ],
};
