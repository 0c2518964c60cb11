// Whether two asks show their person the same thing: an answer to one may then stand for the other, and never otherwise.
import { isDeepStrictEqual } from 'node:util';
import type { Ask, AskDraft } from '@beckon/protocol';

export function isSameCall(a: Ask, b: AskDraft): boolean {
  return a.kind === b.kind && a.toolName === b.toolName && isSame(shownIn(a), shownIn(b));
}

/** A plan is shown as text of its own, which its tool's input need not hold. */
function shownIn(ask: AskDraft): unknown {
  return ask.kind === 'plan' ? [ask.input, ask.plan] : ask.input;
}

/** As far as JSON tells, which is how asks are kept. */
export function isSame(a: unknown, b: unknown): boolean {
  const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(kept(a), kept(b));
}
