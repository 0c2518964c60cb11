// The one place where an ask changes state. Every step is one synchronous write to the store, then the telling. An ask
// and an answer are nothing until they are kept; what the agent has done since holds also where it cannot be written.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Answerer, Ask, AskDraft, AskId, AskQuery, AskState, WithdrawalReason } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { readAnswer } from './readAnswer.ts';
import type { AskStore } from './store.ts';

export interface LedgerOptions {
  store: AskStore;
  now: () => number;
  /** Called after every step. */
  onStep: (ask: Ask, step: 'opened' | 'changed') => void;
  /** A step that was not ours to refuse could not be written. */
  onUnwritten: (error: unknown, ask: Ask) => void;
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
  /** Asks that are further than the store says. A restart finds them where the store has them, and withdraws them. */
  readonly #unwritten = new Map<AskId, Ask>();

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
    const earlier = this.#current(store.newest(draft.sessionId, draft.toolCallId));
    if (earlier && isUnfinished(earlier)) {
      if (isSame(earlier.input, draft.input)) return earlier;
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
    const ask = this.#current(this.#options.store.find(id));
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
    const isRepeated = clientKey !== undefined && ask.answeredBy?.clientKey === clientKey;
    if (isRepeated && isSame(ask.answer, checked)) return ask;
    if (ask.state === 'withdrawn') {
      throw new BeckonError('ask_withdrawn', 'The agent no longer waits for this. Nothing was changed.', { ask });
    }
    const answered = { state: 'answered', answer: checked, answeredBy, answeredAt: this.#options.now() } as const;
    const won = { ...ask, ...answered };
    if (ask.state === 'open' && this.#options.store.replace(won, ['open'], 'durable')) return this.#stepped(won);
    const device = ask.answeredBy?.device;
    throw new BeckonError('already_answered', `This was answered already${device ? ` on ${device}` : ''}.`, { ask });
  }

  /** The answer has been handed to the agent. */
  deliver(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (ask) this.#follow(ask, ['answered'], { state: 'delivered', deliveredAt: this.#options.now() });
  }

  /** The agent has been seen to go on. */
  settle(sessionId: string, toolCallId: string): void {
    const ask = this.unfinished(sessionId).findLast((unfinished) => unfinished.toolCallId === toolCallId);
    if (ask) this.#follow(ask, ['answered', 'delivered'], { state: 'settled', settledAt: this.#options.now() });
  }

  /** The agent no longer waits. */
  withdraw(id: AskId, reason: WithdrawalReason): void {
    const ask = this.#unfinished.get(id);
    const withdrawn = { withdrawnAt: this.#options.now(), withdrawalReason: reason };
    if (ask) this.#follow(ask, ['open', 'answered', 'delivered'], { state: 'withdrawn', ...withdrawn });
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
    const { asks, ...page } = this.#options.store.history({ before, limit });
    return { asks: asks.map((ask) => this.#current(ask)), ...page };
  }

  forToolCalls(sessionId: string, toolCallIds: readonly string[]): Ask[] {
    return this.#options.store.forToolCalls(sessionId, toolCallIds).map((ask) => this.#current(ask));
  }

  #find({ sessionId, toolCallId, askId }: Addressee): Ask {
    const { store } = this.#options;
    const ask = this.#current(askId === undefined ? store.newest(sessionId, toolCallId) : store.find(askId));
    if (ask?.sessionId === sessionId && ask.toolCallId === toolCallId) return ask;
    throw new BeckonError('ask_not_found', 'Nothing in this session waits under that tool call.');
  }

  #current<T extends Ask | undefined>(stored: T): T | Ask {
    return (stored && this.#unwritten.get(stored.id)) ?? stored;
  }

  /** Takes down what has happened to the agent, which does not ask for leave. */
  #follow(ask: Ask, from: readonly AskState[], change: Partial<Ask> & { state: AskState }): void {
    if (!from.includes(ask.state)) return;
    const next = { ...ask, ...change } as Ask;
    try {
      // That an ask is void must survive the machine; that its answer arrived is seen again where it is lost.
      this.#options.store.replace(next, from, change.state === 'withdrawn' ? 'durable' : 'relaxed');
      this.#unwritten.delete(ask.id);
    } catch (error) {
      this.#unwritten.set(ask.id, next);
      this.#options.onUnwritten(error, next);
    }
    this.#stepped(next);
  }

  /** The waiting agent comes first: no listener can keep its answer from it. */
  #stepped(ask: Ask): Ask {
    if (isUnfinished(ask)) this.#unfinished.set(ask.id, ask);
    else this.#unfinished.delete(ask.id);
    const outcome = outcomeOf(ask);
    if (outcome) {
      for (const resolve of this.#waiting.get(ask.id) ?? []) resolve(outcome);
      this.#waiting.delete(ask.id);
    }
    this.#options.onStep(ask, 'changed');
    return ask;
  }
}

/** As far as JSON tells, which is how asks are kept. */
function isSame(a: unknown, b: unknown): boolean {
  const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(kept(a), kept(b));
}

function isUnfinished({ state }: Ask): boolean {
  return state === 'open' || state === 'answered' || state === 'delivered';
}

function outcomeOf(ask: Ask): Outcome | undefined {
  if (ask.withdrawalReason) return { type: 'withdrawn', reason: ask.withdrawalReason };
  return ask.answer && { type: 'answered', answer: ask.answer };
}
