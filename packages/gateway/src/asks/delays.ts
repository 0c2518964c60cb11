// Sends the answers on their way that were to wait a moment, in which their person could take them back. When that is over
// is kept with the ask, so that a gateway that died meanwhile goes on with it when it is back.
import type { Ask, AskId } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Ledger } from './ledger.ts';

export interface DelaysOptions {
  ledger: Pick<Ledger, 'due' | 'unfinished'>;
  clock: Clock;
  /** The longest that an answer waits: a clock that was set back meanwhile makes it no longer. */
  longestMs: number;
}

/** What could not be written is tried again. */
const tryAgainMs = 1000;

export class Delays {
  readonly #options: DelaysOptions;
  readonly #timers = new Map<AskId, { dueAt: number; cancel: () => void }>();
  #isClosed = false;

  constructor(options: DelaysOptions) {
    this.#options = options;
  }

  /** Goes on with what an earlier gateway has begun. */
  start(): void {
    for (const ask of this.#options.ledger.unfinished()) this.heed(ask);
  }

  /** To be told of every step of an ask. */
  heed({ id, phase, dueAt }: Ask): void {
    const known = this.#timers.get(id);
    const wanted = phase === 'delayed' && !this.#isClosed ? dueAt : undefined;
    if (known?.dueAt === wanted) return;
    known?.cancel();
    this.#timers.delete(id);
    if (wanted !== undefined) this.#arm(id, wanted, wanted - this.#options.clock.now());
  }

  close(): void {
    this.#isClosed = true;
    for (const { cancel } of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #arm(id: AskId, dueAt: number, inMs: number): void {
    const { clock, longestMs } = this.#options;
    const cancel = clock.after(Math.min(Math.max(0, inMs), longestMs), () => this.#reached(id, dueAt));
    this.#timers.set(id, { dueAt, cancel });
  }

  #reached(id: AskId, dueAt: number): void {
    this.#timers.delete(id);
    try {
      this.#options.ledger.due(id);
    } catch {
      // The ledger's store says elsewhere that it is in trouble.
      this.#arm(id, dueAt, tryAgainMs);
    }
  }
}
