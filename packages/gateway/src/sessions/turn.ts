// The turn of a session that is under way, also while it waits without an agent.
import { randomUUID } from 'node:crypto';
import type { SessionEventDraft, TurnOutcome } from '@beckon/protocol';
import { noUsage } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

export class Turn {
  readonly #clock: Clock;
  #startedAt: number | undefined;
  /** Whether the model has said anything since it was last told something that must reach it, or in this turn. */
  #hasSpoken = false;
  #hasEndedSinceTold = true;
  #error: string | undefined;
  #unheard: string | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why the last turn failed, where it did before the model said a word: what it was told has not reached it. */
  get unheard(): string | undefined {
    return this.#unheard;
  }

  begin(at = this.#clock.now()): void {
    this.#startedAt ??= at;
  }

  /** The agent has been told something; what its model says from here on shows that it listens. */
  told(): void {
    this.#hasSpoken = false;
    this.#hasEndedSinceTold = false;
  }

  /** Whether a turn has come to its end since the agent was last told something. */
  get hasEndedSinceTold(): boolean {
    return this.#hasEndedSinceTold;
  }

  /** Takes notice of what is told of it. */
  hear(event: SessionEventDraft): void {
    if (saysSomething(event)) this.#hasSpoken = true;
    if (event.type === 'error') this.#error = event.data.message;
  }

  end(outcome?: TurnOutcome): void {
    this.#startedAt = undefined;
    if (outcome === undefined) return;
    this.#hasEndedSinceTold = true;
    this.#unheard = outcome === 'failed' && !this.#hasSpoken ? (this.#error ?? 'The turn failed.') : undefined;
    this.#hasSpoken = false;
    this.#error = undefined;
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

/** Whether the main agent's model says it; a subagent knows nothing of what that is told. */
function saysSomething(event: SessionEventDraft): boolean {
  const message =
    event.type === 'message' ? event.data.message : event.type === 'message_start' ? event.data : undefined;
  return message?.role === 'assistant' && message.parentToolCallId === undefined;
}
