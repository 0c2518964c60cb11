// Time that passes when the simulation says so, by as much as it likes. Each life of the gateway has timers of its own,
// which end with it.
import type { Clock } from '../../packages/gateway/src/clock.ts';

interface Timer {
  life: object;
  at: number;
  callback: () => void;
}

export class SimClock {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<Timer>();
  /** From then on nobody can say how long something took. */
  hasJumped = false;

  now(): number {
    return this.#now;
  }

  /** The clock as one life of the gateway sees it. */
  during(life: object): Clock {
    return {
      now: () => this.#now,
      after: (delayMs, callback) => {
        const timer = { life, at: this.#now + delayMs, callback };
        this.#timers.add(timer);
        return () => this.#timers.delete(timer);
      },
    };
  }

  end(life: object): void {
    for (const timer of this.#timers) if (timer.life === life) this.#timers.delete(timer);
  }

  /** Moves on, at most up to the next timers: what they set off is to be seen before more time passes. */
  pass(ms: number): void {
    const end = this.#now + ms;
    const next = Math.min(end, ...[...this.#timers].map(({ at }) => at));
    this.#now = Math.max(this.#now, next);
    for (const timer of this.#timers) {
      if (timer.at > next || !this.#timers.delete(timer)) continue;
      timer.callback();
    }
  }

  /** A machine that sleeps makes all late that was due by then. A clock that is set back makes nothing later. */
  jump(ms: number): void {
    const before = this.#now;
    this.hasJumped = true;
    this.#now = Math.max(0, this.#now + ms);
    if (ms < 0) for (const timer of this.#timers) timer.at += this.#now - before;
  }
}
