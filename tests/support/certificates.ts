// Certificates for tests, made on the spot: an authority of its own signs one for the names and times that a test wants.
// Node signs but writes no X.509, and openssl is not everywhere, so the few structures are put together here (RFC 5280).
import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { TempFolder } from './tempFolder.ts';

export interface CertificateWish {
  /** Names and IPv4 addresses. */
  hosts: string[];
  validUntil?: Date;
  /** Signed by its own key, as by nobody. */
  isSelfSigned?: boolean;
}

interface MadeCertificate {
  /** In PEM form. */
  cert: string;
  key: string;
  /** The authority that signed it, for whoever is to trust it. */
  authority: string;
}

const day = 24 * 60 * 60_000;

function makeCertificate({ hosts, validUntil = new Date(Date.now() + 90 * day), isSelfSigned }: CertificateWish) {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = isSelfSigned ? authority : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = name('Authority of a test');
  const validity = sequence(time(new Date(Date.now() - day)), time(validUntil));
  const issue = (subject: Buffer, publicKey: KeyObject, extensions: Buffer) => {
    const content = sequence(
      tagged(0xa0, integer(2)),
      tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
      ecdsaWithSha256,
      issuer,
      validity,
      subject,
      publicKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(extensions)),
    );
    const signature = sign('sha256', content, authority.privateKey);
    return pem(sequence(content, ecdsaWithSha256, tagged(0x03, Buffer.of(0), signature)));
  };
  const subject = isSelfSigned ? issuer : name(hosts[0] ?? 'nobody');
  return {
    cert: issue(subject, own.publicKey, extension('55 1d 11', sequence(...hosts.map(alternativeName)))),
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    authority: issue(issuer, authority.publicKey, extension('55 1d 13', sequence(tagged(0x01, Buffer.of(0xff))))),
  } satisfies MadeCertificate;
}

export interface CertificateOnDisk extends MadeCertificate {
  certPath: string;
  keyPath: string;
  authorityPath: string;
}

/** Writes it into the folder, over what is there, as a renewal does. */
export function writeCertificate(folder: TempFolder, wish: CertificateWish): CertificateOnDisk {
  const made = makeCertificate(wish);
  const [certPath, keyPath, authorityPath] = [folder.at('cert.pem'), folder.at('key.pem'), folder.at('authority.pem')];
  writeFileSync(certPath, made.cert);
  writeFileSync(keyPath, made.key, { mode: 0o600 });
  writeFileSync(authorityPath, made.authority);
  return { ...made, certPath, keyPath, authorityPath };
}

const ecdsaWithSha256 = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')));

function name(commonName: string): Buffer {
  const attribute = sequence(tagged(0x06, Buffer.from('550403', 'hex')), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, attribute));
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(tagged(0x06, Buffer.from(id.replaceAll(' ', ''), 'hex')), tagged(0x04, value));
}

/** `20261118T101500Z` without its T. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  // Up to 2049 with two digits for the year.
  return tagged(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...lengthBytes), content]);
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
