// The one place where an ask changes state. Every step is one synchronous write to the store, then the telling: whoever
// is told of a step can rely on its being kept.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Answerer, Ask, AskDraft, AskId, AskQuery, AskState, WithdrawalReason } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { readAnswer } from './readAnswer.ts';
import type { AskStore } from './store.ts';

export interface LedgerOptions {
  store: AskStore;
  now: () => number;
  /** Called after every step, once it is kept. */
  onStep: (ask: Ask, step: 'opened' | 'changed') => void;
}

/** Which ask an answer is for. With `askId`, the answer holds for that very ask and no later one of the same call. */
export interface Addressee {
  sessionId: string;
  toolCallId: string;
  askId?: string | undefined;
}

export type Outcome = { type: 'answered'; answer: Answer } | { type: 'withdrawn'; reason: WithdrawalReason };

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #waiting = new Map<AskId, ((outcome: Outcome) => void)[]>();
  /** Oldest first. There is one writer per store, so what is listed need not be read again each time. */
  readonly #unfinished: Map<AskId, Ask>;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#unfinished = new Map(options.store.unfinished().map((ask) => [ask.id, ask]));
  }

  /**
   * Raises an ask. The same call with the same input joins the ask that is there, answered or not; with another input it
   * takes its place, so that no answer can apply to what its giver has not seen.
   */
  open(draft: AskDraft, expiresAt?: number): Ask {
    const { store, now, onStep } = this.#options;
    const earlier = store.newest(draft.sessionId, draft.toolCallId);
    if (earlier && isUnfinished(earlier)) {
      if (isDeepStrictEqual(earlier.input, draft.input)) return earlier;
      this.withdraw(earlier.id, 'superseded');
    }
    const ask: Ask = {
      ...draft,
      id: randomUUID(),
      state: 'open',
      createdAt: now(),
      ...(expiresAt !== undefined && { expiresAt }),
    };
    store.insert(ask);
    this.#unfinished.set(ask.id, ask);
    onStep(ask, 'opened');
    return ask;
  }

  /** Resolves when the ask is answered or withdrawn; at once where it already is. */
  outcome(id: AskId): Promise<Outcome> {
    const ask = this.#options.store.find(id);
    if (!ask) throw new BeckonError('ask_not_found', 'There is no such ask.');
    const known = outcomeOf(ask);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }

  /** Settles who decides: the first valid answer wins, every later one is told who did. */
  answer(addressee: Addressee, answer: Answer, answeredBy: Answerer): Ask {
    const ask = this.#find(addressee);
    const checked = readAnswer(ask, answer);
    const { clientKey } = answeredBy;
    if (ask.answer && clientKey !== undefined && ask.answeredBy?.clientKey === clientKey) return ask;
    if (ask.state === 'withdrawn') {
      throw new BeckonError('ask_withdrawn', 'The agent no longer waits for this. Nothing was changed.', { ask });
    }
    const answered = { answer: checked, answeredBy, answeredAt: this.#options.now() };
    const won = this.#step(ask, ['open'], { state: 'answered', ...answered });
    if (won) return won;
    const device = ask.answeredBy?.device;
    throw new BeckonError('already_answered', `This was answered already${device ? ` on ${device}` : ''}.`, { ask });
  }

  /** The answer has been handed to the agent. */
  deliver(id: AskId): void {
    const ask = this.#options.store.find(id);
    if (ask) this.#step(ask, ['answered'], { state: 'delivered', deliveredAt: this.#options.now() });
  }

  /** The agent has been seen to go on. */
  settle(sessionId: string, toolCallId: string): void {
    const ask = this.#options.store.newest(sessionId, toolCallId);
    if (ask) this.#step(ask, ['answered', 'delivered'], { state: 'settled', settledAt: this.#options.now() });
  }

  /** The agent no longer waits. */
  withdraw(id: AskId, reason: WithdrawalReason): void {
    const ask = this.#options.store.find(id);
    const withdrawn = { withdrawnAt: this.#options.now(), withdrawalReason: reason };
    if (ask) this.#step(ask, ['open', 'answered', 'delivered'], { state: 'withdrawn', ...withdrawn });
  }

  /** Withdraws whatever a session, or all of them, still had to settle. */
  withdrawAll(reason: WithdrawalReason, sessionId?: string): void {
    for (const ask of this.unfinished(sessionId)) this.withdraw(ask.id, reason);
  }

  openAsks(sessionId?: string): Ask[] {
    return this.unfinished(sessionId).filter(({ state }) => state === 'open');
  }

  unfinished(sessionId?: string): Ask[] {
    const asks = [...this.#unfinished.values()];
    return sessionId === undefined ? asks : asks.filter((ask) => ask.sessionId === sessionId);
  }

  history({ before, limit = 50 }: Pick<AskQuery, 'before' | 'limit'>): { asks: Ask[]; next?: string } {
    return this.#options.store.history({ before, limit });
  }

  forToolCalls(sessionId: string, toolCallIds: readonly string[]): Ask[] {
    return this.#options.store.forToolCalls(sessionId, toolCallIds);
  }

  #find({ sessionId, toolCallId, askId }: Addressee): Ask {
    const { store } = this.#options;
    const ask = askId === undefined ? store.newest(sessionId, toolCallId) : store.find(askId);
    if (ask?.sessionId === sessionId && ask.toolCallId === toolCallId) return ask;
    throw new BeckonError('ask_not_found', 'Nothing in this session waits under that tool call.');
  }

  #step(ask: Ask, from: readonly AskState[], change: Partial<Ask> & { state: AskState }): Ask | undefined {
    const next = { ...ask, ...change } as Ask;
    // What a person decided must survive the machine; what follows from it is seen again where it is lost.
    const durability = change.state === 'delivered' || change.state === 'settled' ? 'relaxed' : 'durable';
    if (!from.includes(ask.state) || !this.#options.store.replace(next, from, durability)) return undefined;
    if (isUnfinished(next)) this.#unfinished.set(next.id, next);
    else this.#unfinished.delete(next.id);
    this.#options.onStep(next, 'changed');
    const outcome = outcomeOf(next);
    if (outcome) {
      for (const resolve of this.#waiting.get(ask.id) ?? []) resolve(outcome);
      this.#waiting.delete(ask.id);
    }
    return next;
  }
}

function isUnfinished({ state }: Ask): boolean {
  return state === 'open' || state === 'answered' || state === 'delivered';
}

function outcomeOf(ask: Ask): Outcome | undefined {
  if (ask.withdrawalReason) return { type: 'withdrawn', reason: ask.withdrawalReason };
  return ask.answer && { type: 'answered', answer: ask.answer };
}
