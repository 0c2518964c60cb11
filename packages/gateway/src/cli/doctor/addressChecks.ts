// Whether each address of the gateway leads to it, and whether browsers trust the way.
import type { GatewayAddress } from '@beckon/protocol';
import { addressesForPhone } from '@beckon/protocol';
import { typed } from '../typed.ts';
import type { Check, Level } from './check.ts';
import { makeCheck } from './check.ts';
import type { Probe } from './probe.ts';

const day = 24 * 60 * 60_000;
/** Tools that renew certificates do it long before this. */
const soonMs = 14 * day;

export interface ProbedAddress {
  address: GatewayAddress;
  probe: Probe;
}

/** `instance` is the gateway's own. */
export function checkAddress({ address, probe }: ProbedAddress, instance: string | undefined, now: number): Check {
  const { url, isSecure, reach } = address;
  // A name of the certificate need not be known to this machine; what its person has named themselves must work.
  const level: Level = reach === 'network' && !isSecure ? 'note' : 'problem';
  const check = (found: Level, text: string) => makeCheck('address', found, text);
  if (!probe.answers) return check(level, `${url} does not answer: ${probe.why}.`);
  if (probe.instance === undefined) {
    return check(
      level,
      `${url} is answered by something other than a gateway (status ${probe.status}).${hostHint(probe)}`,
    );
  }
  if (probe.instance !== instance) return check(level, `${url} leads to another gateway than this one.`);
  const { certificate } = probe;
  if (certificate?.distrust !== undefined) {
    return check(isSecure ? 'problem' : 'note', `${url} leads here, but its certificate ${certificate.distrust}.`);
  }
  if (certificate && certificate.validUntil - now < soonMs) {
    return check('note', `${url} leads here; its certificate ends on ${dayOf(certificate.validUntil)}: renew it.`);
  }
  const until = certificate ? `, with a certificate that is good until ${dayOf(certificate.validUntil)}` : '';
  return check('ok', `${url} leads here${until}.`);
}

/** Beckon says so itself where it is asked by a name that is not its own. */
function hostHint(probe: Probe): string {
  if (!probe.answers || probe.status !== 403) return '';
  return ' If that is Beckon, the proxy asks for it by another Host: let it pass the Host on, or name it with --trusted-proxy.';
}

/** Whether a phone can be paired, and can have the app. */
export function checkPhones(addresses: readonly GatewayAddress[]): Check {
  const [best] = addressesForPhone(addresses);
  if (!best) {
    return makeCheck(
      'phone',
      'note',
      'No phone can reach this gateway: start it with --host 0.0.0.0 for your network, or behind a proxy with --public-url.',
    );
  }
  if (best.isSecure) return makeCheck('phone', 'ok', `Pair a phone with “${typed('pair')}”: it reaches ${best.url}.`);
  return makeCheck(
    'phone',
    'note',
    `A phone can read and answer at ${best.url}; to install the app it needs HTTPS: --tls-cert and --tls-key, or a proxy and --public-url.`,
  );
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
