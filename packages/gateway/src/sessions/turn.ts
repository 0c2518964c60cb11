// The turn of a session that is under way, also while it waits without an agent.
import { randomUUID } from 'node:crypto';
import type { SessionEventDraft, TurnOutcome } from '@beckon/protocol';
import { noUsage } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

export class Turn {
  readonly #clock: Clock;
  #startedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(at = this.#clock.now()): void {
    this.#startedAt ??= at;
  }

  end(): void {
    this.#startedAt = undefined;
  }

  /** What is told of a turn, where one is under way, that ends without its agent saying so. */
  breakOff(outcome: TurnOutcome, why: string | undefined): SessionEventDraft[] {
    if (this.#startedAt === undefined) return [];
    const createdAt = this.#clock.now();
    const durationMs = Math.max(0, createdAt - this.#startedAt);
    const own = () => ({ messageId: randomUUID(), createdAt });
    const notice: SessionEventDraft[] =
      why === undefined ? [] : [{ type: 'notice', data: { ...own(), level: 'warning', text: why } }];
    return [...notice, { type: 'done', data: { ...own(), outcome, usage: noUsage, durationMs } }];
  }
}
