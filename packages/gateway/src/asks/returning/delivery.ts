// Brings the answers that were given while no agent ran to one, and tries again where that fails.
import { backOffMs, BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';

export interface DeliveryOptions {
  clock: Clock;
  /** How many answers wait for an agent. */
  undelivered(): number;
  /** Starts an agent and gives it what waits. */
  attempt(): Promise<void>;
  /** Tells the person that it failed, and when it is tried again. */
  failed(message: string, nextAt: number): void;
}

export class Delivery {
  readonly #options: DeliveryOptions;
  #trying: Promise<void> | undefined;
  #failures = 0;
  /** When the last attempt began. */
  #triedAt = 0;
  #cancelRetry: (() => void) | undefined;
  #isStopped = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** To be called whenever an answer may have come, or an agent may have gone. */
  check(): void {
    if (this.#trying) return;
    if (this.#options.undelivered() === 0) this.#forgetRetry();
    else if (!this.#cancelRetry) void this.tryNow();
  }

  /** Resolves when the attempt is over, whatever came of it. */
  tryNow(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#trying ??= this.#try().finally(() => {
      this.#trying = undefined;
      this.check();
    });
    return this.#trying;
  }

  /** It failed: the next attempt is to come later, and later still after each further failure in a row. */
  backOff(message: string): void {
    const { clock, failed } = this.#options;
    if (this.#isStopped) return;
    // An agent that was well for long since then has not failed once more, but anew.
    if (clock.now() - this.#triedAt > retries.longestMs) this.#failures = 0;
    const delayMs = backOffMs(++this.#failures, retries);
    this.#cancelRetry?.();
    this.#cancelRetry = clock.after(delayMs, () => {
      this.#cancelRetry = undefined;
      this.check();
    });
    failed(message, clock.now() + delayMs);
  }

  stop(): void {
    this.#isStopped = true;
    this.#forgetRetry();
  }

  #forgetRetry(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  async #try(): Promise<void> {
    const { clock, undelivered, attempt } = this.#options;
    this.#forgetRetry();
    if (undelivered() === 0) return;
    this.#triedAt = clock.now();
    let message = 'The agent did not take the answer.';
    try {
      await attempt();
    } catch (error) {
      message = BeckonError.from(error).message;
    }
    if (undelivered() > 0) this.backOff(message);
  }
}

const retries = { firstMs: 1000, longestMs: 5 * 60_000 };
