// Proofs: what a button of a notification sends back in place of a credential. Each is good for one answer to one ask with one
// input, from the channel and the device that it was made for, and not for ever. Nothing of it is kept: what it says is signed
// with a key that only this gateway has.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Ask } from '@beckon/protocol';
import { Answer, AskId, BeckonError, DeviceId, kindOf, Timestamp } from '@beckon/protocol';
import { z } from 'zod';
import { isEqual } from '../access/credentials.ts';
import type { KeyStore } from './ownKeys.ts';
import { ownKey } from './ownKeys.ts';

/** What a proof says. */
export interface Claims {
  askId: AskId;
  /** Of what the ask shows [L5]. */
  digest: string;
  /** With what it leads to, where it belongs to no device. */
  channelId: string;
  /** Where the channel belongs to a device. */
  deviceId: DeviceId | undefined;
  answer: Answer;
  expiresAt: number;
}

/** In this order, without names: three of them have to fit into one push. The last makes each proof another one. */
const SignedClaims = z.tuple([AskId, z.string(), z.string(), DeviceId.nullable(), Answer, Timestamp, z.string()]);

export class Proofs {
  readonly #key: () => string;

  constructor(keys: KeyStore) {
    this.#key = ownKey(keys, 'proofs', () => randomBytes(32).toString('base64url'));
  }

  make({ askId, digest, channelId, deviceId, answer, expiresAt }: Claims): string {
    const nonce = randomBytes(6).toString('base64url');
    const claims: z.input<typeof SignedClaims> = [askId, digest, channelId, deviceId ?? null, answer, expiresAt, nonce];
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${text}.${this.#signatureOf(text)}`;
  }

  /** Says what a proof says that was made here, expired or not. Throws where it was not, or was altered since. */
  read(proof: string): Claims {
    const [text = '', signature = ''] = proof.split('.', 2);
    if (!isEqual(proof, `${text}.${signature}`) || !isEqual(signature, this.#signatureOf(text))) {
      throw new NoProof();
    }
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    const read = SignedClaims.safeParse(json);
    // One of another version of Beckon, which said something else.
    if (!read.success) throw new BeckonError('unauthorized', outdated);
    const [askId, digest, channelId, deviceId, answer, expiresAt] = read.data;
    return { askId, digest, channelId, deviceId: deviceId ?? undefined, answer, expiresAt };
  }

  /** Tells a text from any other, and nobody else what it says. With the space in it, it is never a proof's signature. */
  markOf(text: string): string {
    return this.#signatureOf(`mark ${text}`).slice(0, 22);
  }

  #signatureOf(text: string): string {
    return createHmac('sha256', this.#key()).update(text).digest('base64url');
  }
}

/** It was never made here, so whoever shows it guesses. */
export class NoProof extends BeckonError {
  constructor() {
    super('unauthorized', 'That is no button of this gateway’s notifications. Open Beckon, and answer there.');
  }
}

const outdated = 'This button is of an earlier version of Beckon. Open Beckon, and answer there.';

/** Of what its person judges by: with another input it is another. */
export function digestOf(ask: Ask): string {
  const shown = [ask.kind, kindOf(ask).shows(ask), ask.abridged?.digest ?? null];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}

/** The same proof again is the same attempt again; one that its person took back is none. */
export function attemptOf(proof: string): string {
  return `proof:${createHash('sha256').update(proof).digest('base64url')}`;
}
