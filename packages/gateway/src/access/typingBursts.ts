// Who types into which terminal, so that the log has one entry for a burst and not one for each key.
import type { Device } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

/** After a pause of this length, typing begins anew. */
const pauseMs = 60_000;

export class TypingBursts {
  readonly #clock: Clock;
  /** By session and device, when a key last came. */
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be asked for each piece that is typed: whether a burst begins with it. */
  begins(sessionId: string, { id }: Device): boolean {
    const now = this.#clock.now();
    const key = `${sessionId} ${id}`;
    const lastAt = this.#lastAt.get(key);
    const begins = lastAt === undefined || now - lastAt >= pauseMs;
    if (begins) this.#forgetThoseThatPaused(now);
    this.#lastAt.set(key, now);
    return begins;
  }

  #forgetThoseThatPaused(now: number): void {
    for (const [key, lastAt] of this.#lastAt) if (now - lastAt >= pauseMs) this.#lastAt.delete(key);
  }
}
