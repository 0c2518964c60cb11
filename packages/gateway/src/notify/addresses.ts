// Which addresses a sender may connect to. Names are judged by what they resolve to, and an IPv6 address that carries an IPv4
// one by what it carries.
import { BlockList, isIP } from 'node:net';

/**
 * Who chose the server. `public`: a browser named its push service, which nobody here has looked at. `chosen`: a person
 * typed its address, and it may well be on their own machine or network.
 */
export type Policy = 'public' | 'chosen';

export function isAllowed(address: string, policy: Policy): boolean {
  const bare = withoutZone(address);
  switch (isIP(bare)) {
    case 4:
      return isAllowedIPv4(bare, policy);
    case 6:
      return isAllowedIPv6(bare, policy);
    default:
      return false;
  }
}

/** The host of a URL as an address, where it is one: `[::1]` without its brackets, a name without its last dot. */
export function bareHost({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isAllowedIPv4(address: string, policy: Policy): boolean {
  return !never.check(address) && (policy === 'chosen' || !notPublic.check(address));
}

function isAllowedIPv6(address: string, policy: Policy): boolean {
  const carried = carriedIPv4(address);
  if (carried !== undefined && !isAllowedIPv4(carried, policy)) return false;
  if (never.check(address, 'ipv6')) return false;
  if (policy === 'chosen' || translated.check(address, 'ipv6')) return true;
  return global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** The IPv4 address that the connection really goes to, or may. */
function carriedIPv4(address: string): string | undefined {
  if (loopback.check(address, 'ipv6')) return undefined;
  const groups = groupsOf(address);
  if (carriesAtEnd.check(address, 'ipv6')) return dotted(groups[6], groups[7]);
  if (sixToFour.check(address, 'ipv6')) return dotted(groups[1], groups[2]);
  return undefined;
}

function dotted(high = 0, low = 0): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of an IPv6 address; the URL parser brings every way of writing one into the same form. */
function groupsOf(address: string): number[] {
  const [start = '', end] = bareHost(new URL(`http://[${address}]`)).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [read(start), read(end ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

function listOf(...networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Where nobody has a server of their own: this very host by its unspecified address, link-local, multicast, and where clouds
 * hand out the credentials of a machine to whoever asks from within it.
 */
const never = listOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32',
);

/** Private, loopback, shared, reserved and documentation networks. */
const notPublic = listOf(
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);

const loopback = listOf('::1/128');
const global = listOf('2000::/3');
const sixToFour = listOf('2002::/16');
/** Mapped, and behind NAT64: where they lead is said by the IPv4 address in them alone. */
const translated = listOf('::ffff:0:0/96', '64:ff9b::/96');
const carriesAtEnd = listOf('::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48');
