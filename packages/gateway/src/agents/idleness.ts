// Ends what has had nothing to do for long.
import type { Clock } from '../clock.ts';

export interface IdlenessOptions {
  clock: Clock;
  afterMs: number;
  /** Whether there is nothing to do now. */
  isIdle(): boolean;
  /** There has been nothing to do for `afterMs`. */
  end(): void;
}

export class Idleness {
  readonly #options: IdlenessOptions;
  #cancel: (() => void) | undefined;

  constructor(options: IdlenessOptions) {
    this.#options = options;
  }

  /** To be called whenever something has happened: the time begins anew. */
  watch(): void {
    const { clock, afterMs, isIdle, end } = this.#options;
    this.#cancel?.();
    this.#cancel = isIdle() ? clock.after(afterMs, end) : undefined;
  }
}
