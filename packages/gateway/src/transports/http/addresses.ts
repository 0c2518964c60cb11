// Where the gateway is reached: on this machine, at each address of it that is listened on, by the names of its certificate,
// and at the proxy in front of it. Browsers let an app be installed only at addresses that they count as secure.
import type { GatewayAddress } from '@beckon/protocol';
import type { NetworkInterfaceInfo } from 'node:os';
import type { Certificate } from './certificate.ts';

export interface Listening {
  /** The address that is listened on. */
  host: string;
  port: number;
  /** Names that were allowed besides those of the certificate, which may be for them too. */
  allowedHosts: readonly string[];
  publicUrl?: string | undefined;
  certificate?: Certificate | undefined;
  /** As `os.networkInterfaces` tells them. */
  interfaces: NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>;
}

/** This machine's first, as everything on it uses that one. */
export function addressesOf(listening: Listening): GatewayAddress[] {
  const { host, port, publicUrl, certificate, interfaces } = listening;
  const scheme = certificate ? 'https' : 'http';
  const at = (name: string): GatewayAddress => ({
    url: new URL(`${scheme}://${urlHost(name)}:${port}`).origin,
    reach: isLoopback(name) || name.endsWith('.localhost') ? 'here' : 'network',
    isSecure: certificate?.isGoodFor(name) ?? false,
  });
  const here: GatewayAddress = {
    url: localUrl(host, port),
    reach: 'here',
    isSecure: isLoopback(host) || isEveryAddress(host),
  };
  const behindProxy = publicUrl === undefined ? [] : [{ url: publicUrl, isSecure: publicUrl.startsWith('https:') }];
  return [
    here,
    ...[...certifiedNames(listening), ...outerAddresses(host, interfaces)].map(at),
    ...behindProxy.map((address) => ({ ...address, reach: 'public' as const })),
  ];
}

/** Of those that stand for many, the certificate does not say which there are; whoever runs the gateway may have. */
function certifiedNames({ certificate, allowedHosts }: Listening): string[] {
  if (!certificate) return [];
  const allowed = allowedHosts.map((name) => name.toLowerCase()).filter((name) => certificate.isGoodFor(name));
  return [...new Set([...certificate.names, ...allowed])];
}

/** Where programs on this machine reach it. That is always plain HTTP: nobody is between. */
export function localUrl(host: string, port: number): string {
  return `http://${urlHost(isEveryAddress(host) ? '127.0.0.1' : host)}:${port}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.') || host.startsWith('::ffff:127.');
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Link-local ones are left out: a link cannot name them. */
function outerAddresses(host: string, interfaces: Listening['interfaces']): string[] {
  if (isLoopback(host)) return [];
  if (!isEveryAddress(host)) return [host];
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal, family, address }) => {
      const isSpoken = family === 'IPv4' || host === '::';
      return !internal && isSpoken && !address.startsWith('fe80:') && !address.startsWith('169.254.');
    })
    .map(({ address }) => address);
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
