// A clock that goes by itself, for what runs beside real processes, and that a test can hurry.
import type { Clock } from '../../packages/gateway/src/clock.ts';
import { systemClock } from '../../packages/gateway/src/clock.ts';

export class FlowingClock implements Clock {
  #aheadMs = 0;
  readonly #timers = new Set<{ at: number; fire: () => void }>();

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const stop = () => {
      this.#timers.delete(timer);
      cancel();
    };
    const fire = () => {
      stop();
      callback();
    };
    const timer = { at: this.now() + delayMs, fire };
    const cancel = systemClock.after(delayMs, fire);
    this.#timers.add(timer);
    return stop;
  }

  get timerCount(): number {
    return this.#timers.size;
  }

  /** It is later than it was; nobody has noticed yet. */
  setForward(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Lets that much time pass: whatever was to happen in it happens now. */
  pass(ms: number): void {
    this.setForward(ms);
    const due = [...this.#timers].filter(({ at }) => at <= this.now());
    for (const { fire } of due.toSorted((a, b) => a.at - b.at)) fire();
  }
}
