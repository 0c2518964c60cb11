// The turn of a session that is under way, also while it waits without an agent.
import { randomUUID } from 'node:crypto';
import type { SessionEventDraft, TurnOutcome } from '@beckon/protocol';
import { noUsage } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

export class Turn {
  readonly #clock: Clock;
  #startedAt: number | undefined;
  #hasFailed = false;
  #hasSpoken = false;
  #error: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why the last turn failed, where it did before the agent said a word: what it was told has not reached its model. */
  get unheard(): string | undefined {
    return this.#hasFailed && !this.#hasSpoken ? (this.#error ?? 'The turn failed.') : undefined;
  }

  begin(): void {
    if (this.#startedAt !== undefined) return;
    this.#startedAt = this.#clock.now();
    this.#hasSpoken = false;
    this.#error = undefined;
  }

  /** Takes notice of what is told of it. */
  hear(event: SessionEventDraft): void {
    if (saysSomething(event)) this.#hasSpoken = true;
    if (event.type === 'error') this.#error = event.data.message;
  }

  end(outcome?: TurnOutcome): void {
    this.#startedAt = undefined;
    if (outcome !== undefined) this.#hasFailed = outcome === 'failed';
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

/** Whether it comes from the agent's model. */
function saysSomething(event: SessionEventDraft): boolean {
  if (event.type === 'message') return event.data.message.role === 'assistant';
  return event.type === 'message_start' || event.type === 'tool_call_start';
}
