// By which way a request has come: the host that its browser asked for, the origin that our page has there, and where it
// comes from. A proxy in front of the gateway says these things in headers, and is believed only where it was named: anyone can
// send such headers.
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface ReachOptions {
  /** The address that is listened on. */
  host: string;
  /** Further names by which this machine is reached, by either scheme. */
  allowedHosts: readonly string[];
  /** Names that are ours as well, in small letters. Asked for each request, since a renewed certificate may have others. */
  certifiedNames?: (() => readonly string[]) | undefined;
  /** The origin at which a proxy in front of the gateway is reached. */
  publicUrl?: string | undefined;
  /** The proxies that are believed: addresses, or networks as `10.0.0.0/8`. */
  trustedProxies?: readonly string[] | undefined;
}

/** What there is to see of a request. */
export interface Arrival {
  header(name: string): string | undefined;
  /** The host in its target, which a request may name as to a proxy: `GET http://evil.example/ HTTP/1.1`. */
  targetHost: string;
  /** The other end of its connection. */
  address: string | undefined;
  isEncrypted: boolean;
}

export interface Way {
  /** The host that the browser asked for, with its port. */
  host: string;
  /** The origins that a page of ours may have there. */
  origins: readonly string[];
  /** Where the request comes from, as far as is known. */
  address: string | undefined;
}

export class Reach {
  readonly #publicUrl: URL | undefined;
  readonly #names: Set<string>;
  readonly #allowed: Set<string>;
  readonly #certified: () => readonly string[];
  readonly #listensEverywhere: boolean;
  readonly #trusted: BlockList;

  constructor({ host, allowedHosts, certifiedNames = () => [], publicUrl, trustedProxies = [] }: ReachOptions) {
    this.#publicUrl = publicUrl === undefined ? undefined : new URL(publicUrl);
    this.#allowed = new Set(allowedHosts.map((name) => name.toLowerCase()));
    this.#certified = certifiedNames;
    const listened = isIPv6(host) ? `[${host}]` : host.toLowerCase();
    this.#names = new Set(['localhost', '127.0.0.1', '[::1]', listened]);
    this.#listensEverywhere = host === '0.0.0.0' || host === '::';
    this.#trusted = listOf(trustedProxies);
  }

  /** Undefined where the request names a host that is not ours. */
  wayOf(arrival: Arrival): Way | undefined {
    const forwarded = this.#isTrusted(arrival.address) ? forwardedOf(arrival) : {};
    const named = arrival.header('host')?.toLowerCase();
    const hosts = [named, arrival.targetHost.toLowerCase(), forwarded.host ?? named];
    if (!hosts.every((host) => this.#isOurs(host))) return undefined;
    const host = forwarded.host ?? named ?? '';
    const scheme = forwarded.scheme ?? (arrival.isEncrypted ? 'https' : undefined);
    return { host, origins: this.#originsAt(host, scheme), address: this.#addressOf(arrival) };
  }

  #isOurs(host: string | undefined): boolean {
    if (host !== undefined && host === this.#publicUrl?.host) return true;
    const name = hostName(host);
    if (name === undefined) return false;
    // An address cannot be rebound, only a name can; where we listen on all addresses, any of them is ours.
    const isNamed = this.#names.has(name) || this.#hasEitherScheme(name);
    return isNamed || (this.#listensEverywhere && isIP(name.replace(/^\[|\]$/g, '')) > 0);
  }

  #hasEitherScheme(name: string): boolean {
    return this.#allowed.has(name) || this.#certified().includes(name);
  }

  #originsAt(host: string, scheme: string | undefined): string[] {
    if (host === this.#publicUrl?.host) return [this.#publicUrl.origin];
    if (scheme !== undefined) return [`${scheme}://${host}`];
    const schemes = this.#hasEitherScheme(hostName(host) ?? '') ? ['http', 'https'] : ['http'];
    return schemes.map((each) => `${each}://${host}`);
  }

  /** Each proxy adds where a request came from to the end: the last that is no proxy of ours has sent it. */
  #addressOf({ address, header }: Arrival): string | undefined {
    if (!this.#isTrusted(address)) return address;
    const hops = (header('x-forwarded-for') ?? '').split(',').map((hop) => withoutPort(hop.trim()));
    return hops.findLast((hop) => isIP(hop) > 0 && !this.#isTrusted(hop)) ?? address;
  }

  #isTrusted(address: string | undefined): boolean {
    const plain = plainAddress(address ?? '');
    const version = isIP(plain);
    return version > 0 && this.#trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  }
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [ip = '', bits] = proxy.split('/');
    const type = isIPv6(ip) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(ip, type);
    else list.addSubnet(ip, Number(bits), type);
  }
  return list;
}

/** The nearest proxy has the last word of each. */
function forwardedOf({ header }: Arrival): { host?: string; scheme?: string } {
  const last = (name: string) => header(name)?.split(',').at(-1)?.trim().toLowerCase();
  const host = last('x-forwarded-host');
  const scheme = last('x-forwarded-proto');
  return { ...(host && { host }), ...((scheme === 'http' || scheme === 'https') && { scheme }) };
}

/** Without the port. */
function hostName(host: string | undefined): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:/\s]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1];
}

function withoutPort(hop: string): string {
  const [, bracketed, dotted] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop) ?? [];
  return bracketed ?? dotted ?? hop;
}

/** A connection over IPv4 to a socket of IPv6 has its address written as IPv6. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
