// Whether an agent's model has heard what the agent was told: an agent takes a message also where its model is out of
// reach, and then whatever it was told has to be told again.
import type { SessionEventDraft, TurnOutcome } from '@beckon/protocol';

export class Hearing {
  /** Whether the model has said anything since it was last told something that must reach it, or in this turn. */
  #hasSpoken = false;
  #hasTurnEnded = true;
  #error: string | undefined;
  #unheard: string | undefined;

  /** The agent has been told something; what its model says from here on shows that it listens. */
  told(): void {
    this.#hasSpoken = false;
    this.#hasTurnEnded = false;
  }

  /** Whether a turn has come to its end since the agent was last told something. */
  get hasTurnEnded(): boolean {
    return this.#hasTurnEnded;
  }

  /** Why the last turn failed, where it did before the model said a word: what it was told has not reached it. */
  get unheard(): string | undefined {
    return this.#unheard;
  }

  /** Takes notice of what happens in the conversation. */
  hear(event: SessionEventDraft): void {
    if (saysSomething(event)) this.#hasSpoken = true;
    if (event.type === 'error') this.#error = event.data.message;
    if (event.type === 'done') this.#endTurn(event.data.outcome);
  }

  #endTurn(outcome: TurnOutcome): void {
    this.#hasTurnEnded = true;
    this.#unheard = outcome === 'failed' && !this.#hasSpoken ? (this.#error ?? 'The turn failed.') : undefined;
    this.#hasSpoken = false;
    this.#error = undefined;
  }
}

/** Whether the main agent's model says it; a subagent knows nothing of what that is told. */
function saysSomething(event: SessionEventDraft): boolean {
  const message =
    event.type === 'message' ? event.data.message : event.type === 'message_start' ? event.data : undefined;
  return message?.role === 'assistant' && message.parentToolCallId === undefined;
}
