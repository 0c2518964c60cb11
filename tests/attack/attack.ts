// What an attack is: something that is tried on a running Beckon, what must come of it, and what came of it.
import type { Beckon } from '../support/beckon.ts';

export interface Attack {
  /** What is tried, in a few words. */
  tries: string;
  /** What must come of it. */
  expects: string;
  /** Resolves with what happened; `isOk` where that is what must. */
  run(beckon: Beckon): Promise<Happened>;
}

export interface Happened {
  isOk: boolean;
  what: string;
}

/** Attacks of one sort, in the order in which they are run. */
export interface AttackGroup {
  title: string;
  attacks: readonly Attack[];
}

/** An attack that is told by what one value comes to. */
export function happened(expected: unknown, got: unknown, what = text(got)): Happened {
  return { isOk: text(expected) === text(got), what };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
