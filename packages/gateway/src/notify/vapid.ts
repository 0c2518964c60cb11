// The gateway's VAPID keys: browsers subscribe with the public one, and push services know by the private one that a push comes
// from whom the browser subscribed to. New ones would make every subscription void, so they are made once.
import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { KeyStore } from './ownKeys.ts';
import { ownKey } from './ownKeys.ts';

/** Both `base64url`, as RFC 8292 has them. */
const VapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type VapidKeys = z.infer<typeof VapidKeys>;

export function vapidKeys(keys: KeyStore): () => VapidKeys {
  const kept = ownKey(keys, 'vapid', () => JSON.stringify(newVapidKeys()));
  return () => VapidKeys.parse(JSON.parse(kept()));
}

function newVapidKeys(): VapidKeys {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}
