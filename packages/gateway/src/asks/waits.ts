// Who waits for asks in this process: agents, each with a promise that its ask's outcome resolves.
import type { Answer, AskId, WithdrawalReason } from '@beckon/protocol';

export type Outcome =
  | { type: 'answered'; answer: Answer }
  | { type: 'withdrawn'; reason: WithdrawalReason }
  /** The ask stays, but this wait for it is over. */
  | { type: 'parked' };

export class Waits {
  readonly #waiting = new Map<AskId, ((outcome: Outcome) => void)[]>();

  outcome(id: AskId): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }

  has(id: AskId): boolean {
    return this.#waiting.has(id);
  }

  end(id: AskId, outcome: Outcome): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve(outcome);
    this.#waiting.delete(id);
  }
}
