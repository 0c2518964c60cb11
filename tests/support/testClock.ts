// A clock that stands still until a test moves it.
import type { Clock } from '../../packages/gateway/src/clock.ts';

export class TestClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #timers = new Map<symbol, { at: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const key = Symbol();
    this.#timers.set(key, { at: this.#now + delayMs, callback });
    return () => this.#timers.delete(key);
  }

  get timerCount(): number {
    return this.#timers.size;
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (let due = this.#nextUntil(end); due; due = this.#nextUntil(end)) {
      const [key, { at, callback }] = due;
      this.#timers.delete(key);
      this.#now = at;
      callback();
    }
    this.#now = end;
  }

  #nextUntil(end: number) {
    return [...this.#timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0];
  }
}
