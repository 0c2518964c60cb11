// The files of the gateway's own certificate, as the command line names them.
import { resolve } from 'node:path';
import { BeckonError } from '@beckon/protocol';
import type { CertificateFiles } from '../transports/http/certificate.ts';
import type { ReachOptions } from './reachOptions.ts';

/** The two go together. */
export function tlsFrom({ tlsCert, tlsKey }: Pick<ReachOptions, 'tlsCert' | 'tlsKey'>): CertificateFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) return { certPath: resolve(tlsCert), keyPath: resolve(tlsKey) };
  const [given, missing] = tlsCert === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
  throw new BeckonError('invalid_request', `${given} was given without ${missing}. They go together.`);
}
