// The options that say how other machines reach the gateway: by which address, with which certificate, behind which proxy.
import { isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';

export interface ReachOptions {
  host: string;
  allowHost: string[];
  tlsCert?: string;
  tlsKey?: string;
  /** An origin. */
  publicUrl?: string;
  trustedProxy: string[];
}

export function addReach(command: Command): Command {
  return command
    .addOption(
      new Option('--host <address>', 'address to listen on; 0.0.0.0 for all of this machine’s')
        .env('BECKON_HOST')
        .default('127.0.0.1'),
    )
    .option('--allow-host <name>', 'a further name by which browsers reach this gateway; may be repeated', collect, [])
    .addOption(
      new Option('--tls-cert <file>', 'speak HTTPS to other machines with this certificate (PEM, with its chain)').env(
        'BECKON_TLS_CERT',
      ),
    )
    .addOption(new Option('--tls-key <file>', 'the private key of that certificate (PEM)').env('BECKON_TLS_KEY'))
    .addOption(
      new Option('--public-url <url>', 'where a proxy in front of this gateway is reached: https://beckon.example')
        .env('BECKON_PUBLIC_URL')
        .argParser(readOrigin),
    )
    .addOption(
      new Option(
        '--trusted-proxy <address>',
        'a proxy whose forwarded headers are believed, or a network of them: 10.0.0.0/8; may be repeated',
      )
        .env('BECKON_TRUSTED_PROXY')
        .default([])
        .argParser(readProxies),
    );
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url && isWeb && isBare) return url.origin;
  throw new InvalidArgumentError('It must be like https://beckon.example, without a path or a name to sign in with.');
}

/** In an environment variable, several stand behind each other with commas. */
function readProxies(text: string, earlier: readonly string[] = []): string[] {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  for (const proxy of proxies) {
    if (!isProxy(proxy)) throw new InvalidArgumentError('It must be an IP address, or a network such as 10.0.0.0/8.');
  }
  return [...earlier, ...proxies];
}

function isProxy(text: string): boolean {
  const [, address = '', bits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version > 0 && Number(bits ?? 0) <= (version === 6 ? 128 : 32);
}

function collect(name: string, names: string[]): string[] {
  return [...names, name];
}
