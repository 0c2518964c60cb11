// Asks at an address whether a gateway answers there, which one, and with what certificate. Nothing is sent that opens anything:
// who answers there is what is to be found out.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { TLSSocket } from 'node:tls';
import { instanceHeader } from '../../transports/http/instance.ts';

export type Probe =
  | { answers: false; why: string }
  | {
      answers: true;
      status: number | undefined;
      /** The run of a gateway that has answered; undefined where it was none. */
      instance: string | undefined;
      certificate?: { validUntil: number; distrust: string | undefined };
    };

const patienceMs = 8_000;

export async function probe(origin: string): Promise<Probe> {
  const isSecure = origin.startsWith('https:');
  const options = { agent: false, signal: AbortSignal.timeout(patienceMs) };
  const url = new URL('/api/health', origin);
  // Whether the certificate is to be trusted is told, not acted on.
  const asked = isSecure ? requestSecure(url, { ...options, rejectUnauthorized: false }) : requestPlain(url, options);
  asked.end();
  try {
    const [reply] = (await once(asked, 'response')) as [IncomingMessage];
    const { statusCode: status, headers, socket } = reply.resume();
    const instance = headers[instanceHeader]?.toString();
    return { answers: true, status, instance, ...(socket instanceof TLSSocket && { certificate: seenOn(socket) }) };
  } catch (error) {
    return { answers: false, why: reasonOf(error) };
  } finally {
    asked.destroy();
  }
}

function seenOn(socket: TLSSocket) {
  const distrust = socket.authorized ? undefined : distrustWords(String(socket.authorizationError));
  return { validUntil: Date.parse(socket.getPeerCertificate().valid_to), distrust };
}

function distrustWords(code: string): string {
  if (code.includes('ALTNAME')) return 'is for another name';
  if (code.includes('EXPIRED')) return 'has expired';
  if (code.includes('NOT_YET_VALID')) return 'is not valid yet';
  if (code.includes('UNABLE_TO_') || code.includes('SELF_SIGNED_CERT_IN_CHAIN')) {
    return 'was signed by an authority that this machine does not trust';
  }
  if (code.includes('SELF_SIGNED')) return 'was signed by nobody but itself';
  return `is not trusted (${code})`;
}

function reasonOf(thrown: unknown): string {
  const code = (thrown as NodeJS.ErrnoException).code ?? '';
  const known: Record<string, string> = {
    ENOTFOUND: 'its name is not known to DNS',
    EAI_AGAIN: 'its name is not known to DNS',
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the connection is cut',
    EHOSTUNREACH: 'there is no way to it',
    ENETUNREACH: 'there is no way to it',
    ABORT_ERR: `it says nothing within ${patienceMs / 1000} s`,
    EPROTO: 'it does not speak TLS',
  };
  return known[code] ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
