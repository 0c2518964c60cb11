// A tool's input by its digest: two events that have the same are about the same input, and none has to be held for that.
import { createHash } from 'node:crypto';
import type { Abridged, JsonObject } from '@beckon/protocol';

/** Of an input that is abridged, the digest of the whole. */
export function inputDigest(input: JsonObject, abridged?: Abridged): string {
  return abridged?.digest ?? createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
