// The gateway's own certificate: read from two files, checked before it is used, and read anew when it was renewed. A renewal
// that cannot be used is told in the log, and the certificate that was goes on.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { createSecureContext } from 'node:tls';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { Logger } from '../../logger.ts';

export interface CertificateFiles {
  certPath: string;
  keyPath: string;
}

export interface Certificate {
  /** The names that it is for, without those that stand for many. */
  names: string[];
  validUntil: number;
  /** Whether a browser that trusts whoever signed it takes it at this name or address. One that signed itself nobody trusts. */
  isGoodFor(host: string): boolean;
  context: SecureContext;
  /** What it was read from, to tell a renewal by. */
  content: string;
}

/** Says in a sentence why it cannot be used. */
function readCertificate({ certPath, keyPath }: CertificateFiles): Certificate {
  const [cert, key] = [readPart(certPath, 'certificate'), readPart(keyPath, 'key of the certificate')];
  const refuse = (why: string, cause?: unknown) => new BeckonError('internal', why, { cause });
  const leaf = attempt(
    () => new X509Certificate(cert),
    (cause) => refuse(`${certPath} is no certificate in PEM form.`, cause),
  );
  const privateKey = attempt(
    () => createPrivateKey(key),
    (cause) => refuse(`${keyPath} is no private key in PEM form, or needs a passphrase.`, cause),
  );
  if (!leaf.checkPrivateKey(privateKey)) throw refuse(`The key in ${keyPath} does not belong to ${certPath}.`);
  const context = attempt(
    () => createSecureContext({ cert, key }),
    (cause) => refuse(`The certificate in ${certPath} cannot be used: ${messageOf(cause)}.`, cause),
  );
  return {
    names: namesOf(leaf),
    validUntil: Date.parse(leaf.validTo),
    isGoodFor: (host) => leaf.issuer !== leaf.subject && covers(leaf, host),
    context,
    content: cert + key,
  };
}

export interface OwnCertificateOptions {
  files: CertificateFiles;
  clock: Clock;
  log: Logger;
  /** Ends the looking for renewals. */
  signal: AbortSignal;
}

/** Tools that renew a certificate write its two files one after the other, and by links: looking is simpler than watching. */
const lookEveryMs = 10_000;

export class OwnCertificate {
  readonly #options: OwnCertificateOptions;
  #current: Certificate;

  constructor(options: OwnCertificateOptions) {
    this.#options = options;
    this.#current = readCertificate(options.files);
    void this.#followRenewals();
  }

  get current(): Certificate {
    return this.#current;
  }

  async #followRenewals(): Promise<void> {
    const { files, clock, log, signal } = this.#options;
    let trouble: { words: string; isTold: boolean } | undefined;
    for (;;) {
      await pause(clock, lookEveryMs, signal);
      if (signal.aborted) return;
      try {
        this.#take(readCertificate(files));
        trouble = undefined;
      } catch (error) {
        const words = messageOf(error);
        // Between its two files a renewal looks broken for a moment: what is still so at the next look is told, once.
        const isLasting = trouble?.words === words;
        const until = new Date(this.#current.validUntil).toISOString();
        if (isLasting && !trouble?.isTold) {
          log.error({ error, until }, 'the renewed certificate cannot be used; the one before it goes on');
        }
        trouble = { words, isTold: isLasting };
      }
    }
  }

  #take(found: Certificate): void {
    if (found.content === this.#current.content) return;
    this.#current = found;
    this.#options.log.info({ until: new Date(found.validUntil).toISOString() }, 'the certificate was renewed');
  }
}

/** By its alternative names; browsers do not look at the subject. */
function covers(leaf: X509Certificate, host: string): boolean {
  if (leaf.subjectAltName === undefined) return false;
  return (isIP(host) > 0 ? leaf.checkIP(host) : leaf.checkHost(host, { subject: 'never' })) !== undefined;
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  const names = [...subjectAltName.matchAll(/(?:^|, )DNS:([^,"\s]+)/g)].map(([, name = '']) => name.toLowerCase());
  return names.filter((name) => !name.includes('*'));
}

function readPart(path: string, what: string): string {
  return attempt(
    () => readFileSync(path, 'utf8'),
    (cause) => new BeckonError('internal', `The ${what} cannot be read from ${path}: ${messageOf(cause)}.`, { cause }),
  );
}

function attempt<T>(work: () => T, explain: (cause: unknown) => BeckonError): T {
  try {
    return work();
  } catch (cause) {
    throw explain(cause);
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
