// The one place where an ask changes state. Every step is one synchronous write to the store, then the telling. An ask
// and an answer are nothing until they are kept; what the agent has done since holds also where it cannot be written.
import { randomUUID } from 'node:crypto';
import type {
  Answer,
  Answerer,
  Ask,
  AskDraft,
  AskId,
  AskQuery,
  AskState,
  Device,
  FailedDelivery,
  Parked,
  Receipt,
  ToolCallId,
  WithdrawalReason,
} from '@beckon/protocol';
import { answererText, BeckonError, clientKeyOf } from '@beckon/protocol';
import { readAnswer } from './readAnswer.ts';
import { isSame, isSameCall } from './sameCall.ts';
import type { AskStore, Durability } from '../store/askStore.ts';
import { Unfinished, isUnfinished, unfinishedStates } from './unfinished.ts';

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

export type Outcome =
  | { type: 'answered'; answer: Answer }
  | { type: 'withdrawn'; reason: WithdrawalReason }
  /** The ask stays, but this wait for it is over. */
  | { type: 'parked' };

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #waiting = new Map<AskId, ((outcome: Outcome) => void)[]>();
  /** There is one writer per store, so what is listed need not be read again each time. */
  readonly #unfinished: Unfinished;
  /** Asks that are further than the store says. A restart finds them where the store has them. */
  readonly #unwritten = new Map<AskId, Ask>();

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#unfinished = new Unfinished(options.store.unfinished());
  }

  /**
   * Raises an ask. The same call with the same input joins the ask that is there, answered or not; with another input it
   * takes its place, so that no answer can apply to what its giver has not seen.
   */
  open(draft: AskDraft, expiresAt?: number): Ask {
    const earlier = this.#current(this.#options.store.newest(draft.sessionId, draft.toolCallId));
    // That call may have run: nobody is to approve it a second time unawares.
    if (earlier?.withdrawalReason === 'outcome_unknown') return earlier;
    const current = earlier && isUnfinished(earlier) ? earlier : undefined;
    if (current && isSameCall(current, draft)) return this.#unpark(current);
    const orphan = this.#orphanOf(draft);
    const over = [...(current ? [this.#superseded(current)] : []), ...(orphan ? [this.#takenOver(orphan)] : [])];
    const expiry = expiresAt === undefined ? {} : { expiresAt };
    // That the one before is over, where that is not on disk: a crash would bring it back from under this one.
    const owed = earlier && !current && this.#unwritten.has(earlier.id) ? [earlier] : [];
    return this.#insert(draft, { ...(orphan ? carried(orphan) : { state: 'open' }), ...expiry }, { over, owed });
  }

  /** Resolves when the ask is answered, withdrawn or parked; at once where it is answered or withdrawn already. */
  async outcome(id: AskId): Promise<Outcome> {
    const ask = this.find(id);
    if (!ask) throw new BeckonError('ask_not_found', 'There is no such ask.');
    const known = outcomeOf(ask);
    if (known) {
      this.hand(id);
      return known;
    }
    return new Promise((resolve) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
    });
  }

  /** Settles who decides: the first valid answer wins, every later one is told who did. */
  answer(addressee: Addressee, answer: Answer, answeredBy: Answerer): Ask {
    const { now } = this.#options;
    const ask = this.#find(addressee);
    const checked = readAnswer(ask, answer);
    const clientKey = clientKeyOf(answeredBy);
    const isRepeated = clientKey !== undefined && clientKeyOf(ask.answeredBy) === clientKey;
    if (isRepeated && isSame(ask.answer, checked)) return ask;
    if (ask.state === 'withdrawn') {
      throw new BeckonError('ask_withdrawn', 'The agent no longer waits for this. Nothing was changed.', { ask });
    }
    if (clientKey !== undefined && ask.takenBack?.includes(clientKey)) {
      throw new BeckonError('already_answered', 'This answer was taken back.', { ask });
    }
    const answered = { state: 'answered', answer: checked, answeredBy, answeredAt: now() } as const;
    // An agent that waits gets it with this very write; for any other it is kept until one is there.
    const won = { ...ask, ...answered, ...(this.#waiting.has(ask.id) && { handedAt: now() }) };
    if (ask.state === 'open' && this.#write(won, ['open'], 'durable')) return this.#stepped(won);
    const who = ask.answeredBy ? ` ${answererText(ask.answeredBy)}` : '';
    throw new BeckonError('already_answered', `This was answered already${who}.`, { ask });
  }

  /**
   * The answer is about to be given to an agent. From here on nobody can say what that agent did not do, so it is on disk
   * first.
   */
  hand(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (ask?.state !== 'answered' || ask.handedAt !== undefined) return;
    const handed = { ...ask, handedAt: this.#options.now() };
    if (this.#write(handed, ['answered'], 'durable')) this.#stepped(handed);
  }

  /** The answer has been handed to the agent. */
  deliver(id: AskId): void {
    const deliveredAt = this.#options.now();
    const ask = this.#unfinished.get(id);
    // One that was parked since has not reached anyone.
    if (ask?.parked && ask.handedAt === undefined) return;
    this.#follow(id, ['answered'], ({ delivery: _, ...now }) => ({ ...now, state: 'delivered', deliveredAt }));
  }

  /** It could not be handed over, and will be tried again. */
  deliveryFailed(id: AskId, { message, nextAt }: Pick<FailedDelivery, 'message' | 'nextAt'>): void {
    const failedAt = this.#options.now();
    this.#follow(id, ['answered'], (ask) => {
      const attempts = (ask.delivery?.attempts ?? 0) + 1;
      return { ...ask, delivery: { attempts, failedAt, message, nextAt } };
    });
  }

  /** The agent has been seen to go on. */
  settle(sessionId: string, toolCallId: ToolCallId): void {
    const settledAt = this.#options.now();
    const ask = this.unfinished(sessionId).findLast((unfinished) => unfinished.toolCallId === toolCallId);
    if (ask) this.#follow(ask.id, ['answered', 'delivered'], (now) => ({ ...now, state: 'settled', settledAt }));
  }

  /** The agent no longer waits. */
  withdraw(id: AskId, withdrawalReason: WithdrawalReason): void {
    const withdrawn = { state: 'withdrawn', withdrawnAt: this.#options.now(), withdrawalReason } as const;
    this.#follow(id, unfinishedStates, (ask) => ({ ...ask, ...withdrawn }));
  }

  /** Its person gives it up before any agent was given an answer. Like an answer, that is nothing until it is kept. */
  giveUp(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (!ask?.parked || ask.handedAt !== undefined) return;
    const over = { state: 'withdrawn', withdrawnAt: this.#options.now(), withdrawalReason: 'given_up' } as const;
    const givenUp = { ...ask, ...over };
    if (this.#write(givenUp, [ask.state], 'durable')) this.#stepped(givenUp);
  }

  /** Withdraws whatever a session, or all of them, still had to settle. */
  withdrawAll(reason: WithdrawalReason, sessionId?: string): void {
    for (const ask of this.unfinished(sessionId)) this.withdraw(ask.id, reason);
  }

  /** No agent runs that waits for this ask. Its answer, given or yet to come, is to be brought to the next one. */
  park(id: AskId, parked: Omit<Parked, 'at'>): void {
    const at = this.#options.now();
    this.#release(id, { type: 'parked' });
    this.#follow(id, unfinishedStates, ({ handedAt: _, deliveredAt: __, ...ask }) => ({
      ...ask,
      state: ask.answer === undefined ? 'open' : 'answered',
      parked: { ...parked, at: ask.parked?.at ?? at },
    }));
  }

  /** Takes an answer back that no agent has been given. */
  takeBack(id: AskId): Ask {
    const ask = this.find(id);
    if (!ask) throw new BeckonError('ask_not_found', 'There is no such ask.');
    if (ask.state !== 'answered' || ask.handedAt !== undefined) {
      const why = ask.state === 'open' ? 'There is no answer to take back.' : 'The agent has this answer already.';
      throw new BeckonError('already_answered', why, { ask });
    }
    const { answer: _, answeredAt: __, answeredBy, delivery: ___, ...rest } = ask;
    const { takenBack = [] } = ask;
    const key = clientKeyOf(answeredBy);
    const keys = key === undefined ? takenBack : [...takenBack, key];
    const reopened = { ...rest, state: 'open', ...(keys.length > 0 && { takenBack: keys }) } as Ask;
    if (this.#write(reopened, ['answered'], 'durable')) return this.#stepped(reopened);
    throw new BeckonError('already_answered', 'The agent has this answer already.', { ask });
  }

  /** A device was sent this ask, or has had it in view, and so was sent it too. */
  reached(id: AskId, how: 'shown' | 'seen', device: Device): void {
    const ask = this.#unfinished.get(id);
    if (!ask) return;
    const receipt = { device, at: this.#options.now() };
    const shown = withReceipt(ask, 'shown', receipt);
    const next = how === 'seen' ? withReceipt(shown, 'seen', receipt) : shown;
    if (next === ask) return;
    this.#record(next, [ask.state]);
    // That it was sent somewhere is of interest when one looks at its history, and not before.
    if (how === 'seen') this.#options.onStep(next, 'changed');
  }

  /** Writes down the steps that could not be written when they were taken; throws where they still cannot. */
  writeUnwritten(): void {
    for (const ask of this.#unwritten.values()) this.#write(ask, unfinishedStates, 'durable');
  }

  find(id: AskId): Ask | undefined {
    return this.#current(this.#options.store.find(id));
  }

  openAsks(sessionId?: string): Ask[] {
    return this.unfinished(sessionId).filter(({ state }) => state === 'open');
  }

  /** Neither settled nor withdrawn, oldest first. */
  unfinished(sessionId?: string): Ask[] {
    return this.#unfinished.list(sessionId);
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

  /** The last steps of asks before it, taken with it (`over`) or not written yet (`owed`): none is written without the other. */
  #insert(
    draft: AskDraft,
    given: Pick<Ask, 'state'> & Partial<Ask>,
    { over, owed }: Record<'over' | 'owed', readonly Ask[]>,
  ): Ask {
    const ask = { ...draft, id: randomUUID(), createdAt: this.#options.now(), ...given } as Ask;
    const lastSteps = [...over, ...owed];
    this.#options.store.insert(ask, lastSteps);
    for (const { id } of lastSteps) this.#unwritten.delete(id);
    for (const last of over) this.#stepped(last);
    this.#unfinished.set(ask);
    this.#options.onStep(ask, 'opened');
    return ask;
  }

  /** Its agent waits for it again. */
  #unpark(ask: Ask): Ask {
    if (!ask.parked) return ask;
    this.#follow(ask.id, unfinishedStates, ({ parked: _, delivery: __, ...rest }) => rest);
    return this.find(ask.id) ?? ask;
  }

  /** The call that could not come back, and that an agent makes anew with this one. */
  #orphanOf(draft: AskDraft): Ask | undefined {
    return this.unfinished(draft.sessionId).find(
      (ask) => ask.parked?.isOrphaned && ask.toolCallId !== draft.toolCallId && isSameCall(ask, draft),
    );
  }

  #takenOver(orphan: Ask): Ask {
    if (orphan.state === 'open') return this.#superseded(orphan);
    return { ...orphan, state: 'settled', settledAt: this.#options.now() };
  }

  #superseded(ask: Ask): Ask {
    return { ...ask, state: 'withdrawn', withdrawnAt: this.#options.now(), withdrawalReason: 'superseded' };
  }

  /** Takes down what has happened to the agent, which does not ask for leave. */
  #follow(id: AskId, from: readonly AskState[], change: (ask: Ask) => Ask): void {
    const ask = this.#unfinished.get(id);
    if (!ask || !from.includes(ask.state)) return;
    const next = change(ask);
    this.#record(next, from);
    this.#stepped(next);
  }

  #record(next: Ask, from: readonly AskState[]): void {
    try {
      // That an ask is void must survive the machine; that its answer arrived is seen again where it is lost.
      this.#write(next, from, next.state === 'withdrawn' ? 'durable' : 'relaxed');
    } catch (error) {
      this.#unwritten.set(next.id, next);
      this.#options.onUnwritten(error, next);
    }
    this.#unfinished.set(next);
  }

  /**
   * What is written takes the place of what could not be: written later, that would undo it. Where the store is behind,
   * whatever state it has is that of a step before.
   */
  #write(ask: Ask, from: readonly AskState[], durability: Durability): boolean {
    const expected = this.#unwritten.has(ask.id) ? unfinishedStates : from;
    const isWritten = this.#options.store.replace(ask, expected, durability);
    this.#unwritten.delete(ask.id);
    return isWritten;
  }

  /** The waiting agent comes first: no listener can keep its answer from it. */
  #stepped(ask: Ask): Ask {
    this.#unfinished.set(ask);
    const outcome = outcomeOf(ask);
    if (outcome) this.#release(ask.id, outcome);
    this.#options.onStep(ask, 'changed');
    return ask;
  }

  #release(id: AskId, outcome: Outcome): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve(outcome);
    this.#waiting.delete(id);
  }
}

/** More devices than anyone has; a hostile client must not make an ask grow. */
const MOST_RECEIPTS = 20;

function withReceipt(ask: Ask, how: 'shown' | 'seen', receipt: Receipt): Ask {
  const known = ask[how] ?? [];
  const isOver = known.length >= MOST_RECEIPTS || known.some(({ device }) => device.id === receipt.device.id);
  return isOver ? ask : { ...ask, [how]: [...known, receipt] };
}

/** The answer to a call that could not come back, of which the agent was told, applies to the same call made anew, once. */
function carried({ id, state, answer, answeredAt, answeredBy }: Ask): Pick<Ask, 'state'> & Partial<Ask> {
  return state === 'open' ? { state } : { state: 'answered', answer, answeredAt, answeredBy, carriedFrom: id };
}

function outcomeOf(ask: Ask): Outcome | undefined {
  if (ask.withdrawalReason) return { type: 'withdrawn', reason: ask.withdrawalReason };
  return ask.answer && { type: 'answered', answer: ask.answer };
}
