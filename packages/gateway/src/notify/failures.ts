// Why there was no reply, in words for a person. An error's own message may quote an address or a header, in which secrets
// are: only its code is read.
import { isIP } from 'node:net';
import type { Policy } from './addresses.ts';

export interface Failure {
  status: undefined;
  detail: string;
  /** Trying again later may help. */
  mayPass: boolean;
}

/** The server is where none may be connected to. */
export class AddressRefused extends Error {
  readonly policy: Policy;

  constructor(policy: Policy) {
    super('The address is not allowed.');
    this.policy = policy;
  }
}

/** Where a connection was to go: a name or an address, and with its port. */
export interface Place {
  host: string;
  where: string;
}

export function describeFailure(thrown: unknown, { host, where }: Place): Failure {
  if (thrown instanceof AddressRefused) return final(refusalText(thrown.policy, host));
  const code = codeOf(thrown);
  if (code.startsWith('HPE_')) return final(`What came from ${where} is no HTTP reply (${code}).`);
  if (certificateCodes.has(code)) {
    return final(
      `The certificate of ${where} is not to be trusted (${code}). If its authority is your own, name that in NODE_EXTRA_CA_CERTS.`,
    );
  }
  return codes[code]?.(where) ?? passing(`${where} could not be reached${code === '' ? '' : ` (${code})`}.`);
}

function refusalText(policy: Policy, host: string): string {
  const subject = isIP(host) ? `${host} is` : `“${host}” leads to`;
  return policy === 'public'
    ? `${subject} no public address. Name its origin in BECKON_PUSH_ORIGINS if it is a push service of your own.`
    : `${subject} an address at which no server of yours can be (link-local, unspecified, or a cloud's own).`;
}

const codes: Record<string, (where: string) => Failure> = {
  ENOTFOUND: (where) => passing(`There is no server of the name ${where}, or names cannot be looked up now.`),
  EAI_AGAIN: (where) => passing(`The name of ${where} cannot be looked up now.`),
  ECONNREFUSED: (where) => passing(`Nothing answers at ${where}: the connection was refused.`),
  ECONNRESET: (where) => passing(`${where} ended the connection without a reply.`),
  EPIPE: (where) => passing(`${where} ended the connection without a reply.`),
  EPROTO: (where) => final(`${where} does not speak TLS at this port.`),
  ERR_SSL_WRONG_VERSION_NUMBER: (where) => final(`${where} does not speak TLS at this port.`),
  ERR_SSL_PACKET_LENGTH_TOO_LONG: (where) => final(`${where} does not speak TLS at this port.`),
  ERR_INVALID_CHAR: () => final('A secret of this channel has characters that cannot be sent. Enter it again.'),
  ERR_UNESCAPED_CHARACTERS: () => final('The address has characters that cannot be sent.'),
};

const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Where several addresses were tried, each has a code, and the first is as good as any. */
function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0]);
  if (!(thrown instanceof Error)) return '';
  // Mail's errors have names of their own besides.
  const { code, originalCode = code } = thrown as { code?: unknown; originalCode?: unknown };
  return nameIn(originalCode);
}

function nameIn(code: unknown): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : '';
}

export function passing(detail: string): Failure {
  return { status: undefined, detail, mayPass: true };
}

export function final(detail: string): Failure {
  return { status: undefined, detail, mayPass: false };
}
