// Whether two asks show their person the same thing: an answer to one may then stand for the other, and never otherwise.
import { isDeepStrictEqual } from 'node:util';
import type { Ask, AskDraft } from '@beckon/protocol';
import { kindOf } from '@beckon/protocol';

export function isSameCall(a: Ask, b: AskDraft): boolean {
  // What is shown of a large input is the same for many; its digest is not.
  const areInputsSame = a.abridged?.digest === b.abridged?.digest;
  return a.kind === b.kind && areInputsSame && isSame(kindOf(a).shows(a), kindOf(b).shows(b));
}

/** As far as JSON tells, which is how asks are kept. */
export function isSame(a: unknown, b: unknown): boolean {
  const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(kept(a), kept(b));
}
