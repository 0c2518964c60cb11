// Who types into which terminal, or gives it another size, so that the log has one entry for a burst and not one for each key.
import type { Device } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

/** After a pause of this length, typing begins anew. */
const pauseMs = 60_000;

export class TypingBursts {
  readonly #clock: Clock;
  /** By session, device and what was done, when that last came. */
  readonly #lastAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be asked for each piece that is typed: whether a burst begins with it. */
  begins(sessionId: string, device: Device): boolean {
    return this.#begins(`typed ${sessionId} ${device.id}`);
  }

  /** To be asked for each new size: whether it stands by itself. A terminal that is typed into is fitted to the page. */
  resizes(sessionId: string, device: Device): boolean {
    const begins = this.#begins(`resized ${sessionId} ${device.id}`);
    return begins && !this.#lastAt.has(`typed ${sessionId} ${device.id}`);
  }

  #begins(key: string): boolean {
    const now = this.#clock.now();
    for (const [each, lastAt] of this.#lastAt) if (now - lastAt >= pauseMs) this.#lastAt.delete(each);
    const begins = !this.#lastAt.has(key);
    this.#lastAt.set(key, now);
    return begins;
  }
}
