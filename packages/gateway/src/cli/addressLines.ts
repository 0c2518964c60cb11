// Where the gateway is reached, in lines for a terminal: each address with what works there, and how to get more of it.
import type { GatewayAddress } from '@beckon/protocol';
import { typed } from './typed.ts';

/** Nothing where only this machine reaches it. */
export function addressLines(addresses: readonly GatewayAddress[]): string[] {
  const outer = addresses.filter(({ reach }) => reach !== 'here');
  if (outer.length === 0) return [];
  const width = Math.max(...addresses.map(({ url }) => url.length));
  return [
    '',
    'It is reached at:',
    ...addresses.map((address) => `  ${address.url.padEnd(width)}  ${worksAt(address)}`),
    `Pair a phone with: ${typed('pair')}`,
    ...(outer.some(({ isSecure }) => isSecure) ? [] : howToGetHttps),
  ];
}

const from: Record<GatewayAddress['reach'], string> = {
  here: 'on this machine',
  network: 'on your network',
  public: 'through your proxy',
};

function worksAt({ url, reach, isSecure }: GatewayAddress): string {
  if (isSecure) return `${from[reach]}: everything works`;
  if (url.startsWith('https:')) return `${from[reach]}: browsers warn, since the certificate is not good for it`;
  return `${from[reach]}: reading and answering work; installing the app needs HTTPS, and the network can read along`;
}

const howToGetHttps = [
  'For HTTPS, use a certificate of your own (--tls-cert, --tls-key), or put Tailscale serve, Caddy or cloudflared in front',
  'and say where that is (--public-url). The guide to phones says how, step by step.',
];
