// Where the asks of an agent wait that has too many open at once: the first in line is opened as soon as another one is over.
// They are in memory only, and go with their agent, which is therefore not ended for room while there are any. Their person
// is told how many there are.
import type { Clock } from '../clock.ts';

export interface AskLineOptions {
  /** So many are open at once. */
  most: number;
  clock: Clock;
  /** Told how many are in line, now and then while that changes. */
  onLength(length: number): void;
}

const tellEveryMs = 200;

export class AskLine {
  readonly #options: AskLineOptions;
  #open = 0;
  readonly #inLine = new Set<() => void>();
  #toldLength = 0;
  #cancelTelling: (() => void) | undefined;
  #isClosed = false;

  constructor(options: AskLineOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#inLine.size;
  }

  /**
   * Undefined where it is its turn at once. Else resolves when it is, or when one of the signals aborts. Whoever has entered
   * leaves again, also in vain.
   */
  enter(signals: readonly AbortSignal[]): Promise<void> | undefined {
    if (this.#open < this.#options.most) {
      this.#open++;
      return undefined;
    }
    return new Promise((resolve) => {
      const goOn = () => {
        if (!this.#inLine.delete(goOn)) return;
        for (const signal of signals) signal.removeEventListener('abort', goOn);
        this.#open++;
        this.#tellSoon();
        resolve();
      };
      this.#inLine.add(goOn);
      this.#tellSoon();
      for (const signal of signals) signal.addEventListener('abort', goOn);
      if (signals.some(({ aborted }) => aborted)) goOn();
    });
  }

  leave(): void {
    this.#open--;
    const [first] = this.#inLine;
    if (this.#open < this.#options.most) first?.();
  }

  /** Nobody is told any more. */
  close(): void {
    this.#cancelTelling?.();
    this.#isClosed = true;
  }

  #tellSoon(): void {
    if (this.#isClosed) return;
    this.#cancelTelling ??= this.#options.clock.after(tellEveryMs, () => {
      this.#cancelTelling = undefined;
      if (this.#toldLength === this.length) return;
      this.#toldLength = this.length;
      this.#options.onLength(this.length);
    });
  }
}
