// The asks that are neither settled nor withdrawn, at hand by id and by session, oldest first.
import type { Ask, AskId, AskState, SessionId } from '@beckon/protocol';
import { isOver } from '@beckon/protocol';

export const unfinishedStates: readonly AskState[] = ['open', 'answered', 'delivered'];

export class Unfinished {
  readonly #asks = new Map<AskId, Ask>();
  readonly #sessions = new Map<SessionId, Map<AskId, Ask>>();

  constructor(asks: readonly Ask[]) {
    for (const ask of asks) this.set(ask);
  }

  get(id: AskId): Ask | undefined {
    return this.#asks.get(id);
  }

  list(sessionId?: SessionId): Ask[] {
    const asks = sessionId === undefined ? this.#asks : this.#sessions.get(sessionId);
    return [...(asks?.values() ?? [])];
  }

  /** Takes the ask as it stands now; one that is finished is let go of. */
  set(ask: Ask): void {
    const ofSession = this.#sessions.get(ask.sessionId) ?? new Map<AskId, Ask>();
    if (!isOver(ask)) {
      this.#asks.set(ask.id, ask);
      this.#sessions.set(ask.sessionId, ofSession.set(ask.id, ask));
      return;
    }
    this.#asks.delete(ask.id);
    ofSession.delete(ask.id);
    if (ofSession.size === 0) this.#sessions.delete(ask.sessionId);
  }
}
