// The one place where an ask changes. Every step is one of the protocol's table (`ask/life.ts`), one synchronous write to
// the store, then the telling. An ask and an answer are nothing until they are kept; what the agent has done since holds
// also where it cannot be written.
import { randomUUID } from 'node:crypto';
import type {
  Answer,
  Answerer,
  Ask,
  AskDraft,
  AskId,
  AskQuery,
  CallReceipt,
  Device,
  EditedFile,
  EndOfWait,
  FailedDelivery,
  GivenAnswer,
  Happening,
  Observation,
  Parked,
  ToolCallId,
} from '@beckon/protocol';
import {
  afterStep,
  answererText,
  BeckonError,
  can,
  clientKeyOf,
  withoutKey,
  isOpen,
  isOver,
  isWithdrawn,
  newAsk,
  wayOf,
} from '@beckon/protocol';
import type { AskStore, Durability } from '../store/askStore.ts';
import type { Admit } from './admission.ts';
import { readAnswer } from './readAnswer.ts';
import { canBeSentBack, revision } from './revision.ts';
import { isSame, isSameCall } from './sameCall.ts';
import { Unfinished, unfinishedStates } from './unfinished.ts';
import { type Outcome, Waits } from './waits.ts';

/** Hears of every step after it is kept, one listener after the other, in the order of the list. */
type AskListener = (ask: Ask, step: 'opened' | 'changed') => void;

export interface LedgerOptions {
  store: AskStore;
  now: () => number;
  admit: Admit;
  /** How long a person's answer can be taken back before it goes on its way; 0 for not at all. */
  delayMs?: () => number;
  listeners: readonly AskListener[];
  /** A step that was not ours to refuse could not be written. */
  onUnwritten: (error: unknown, ask: Ask) => void;
}

/** Which ask an answer is for: that very one, or the one that a call has been asked about with, where that was once. */
export type Addressee = { askId: AskId } | { sessionId: string; toolCallId: string; askId?: AskId | undefined };

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #waits = new Waits();
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
  open(raised: AskDraft, expiresAt?: number): Ask {
    const { store } = this.#options;
    const earlier = this.#current(store.newest(raised.sessionId, raised.toolCallId));
    // That call may have run: nobody is to approve it a second time unawares.
    if (earlier?.phase === 'unknown') return earlier;
    const current = earlier && !isOver(earlier) ? earlier : undefined;
    if (current && isSameCall(current, raised)) return this.#resume(current);

    const orphan = this.#orphanOf(raised);
    const over = [...(current ? [this.#superseded(current)] : []), ...(orphan ? [this.#takenOver(orphan)] : [])];
    // That the one before is over, where that is not on disk: a crash would bring it back from under this one.
    const owed = earlier && !current && this.#unwritten.has(earlier.id) ? [earlier] : [];
    const { draft, answered } = this.#options.admit(raised);
    const at = this.#options.now();
    const given = orphan && !isOpen(orphan) ? carriedFrom(orphan) : answered && { ...answered, answeredAt: at };
    const ask = newAsk(draft, { id: randomUUID(), at, expiresAt, answered: given });
    const last = canBeSentBack(raised) ? this.#current(store.newestOfKind(raised.sessionId, raised.kind)) : undefined;
    return this.#insert({ ...ask, ...(earlier && { follows: earlier.id }), ...revision(last) }, { over, owed });
  }

  /** Resolves when the ask is answered, withdrawn or parked; at once where it is answered or withdrawn already. */
  async outcome(id: AskId): Promise<Outcome> {
    const known = outcomeOf(this.get(id));
    if (!known) return this.#waits.outcome(id);
    this.hand(id);
    return known;
  }

  /** Settles who decides: the first valid answer wins, every later one is told who did. */
  answer(addressee: Addressee, given: Answer, answeredBy: Answerer): Ask {
    const ask = this.addressed(addressee);
    const answer = readAnswer(ask, given);
    const clientKey = clientKeyOf(answeredBy);
    const isRepeated = clientKey !== undefined && clientKeyOf(ask.answeredBy) === clientKey;
    if (isRepeated && isSame(ask.answer, answer)) return ask;
    if (isWithdrawn(ask)) {
      throw new BeckonError('ask_withdrawn', 'The agent no longer waits for this. Nothing was changed.', { ask });
    }
    if (clientKey !== undefined && ask.takenBack?.includes(clientKey)) {
      throw new BeckonError('already_answered', 'This answer was taken back.', { ask });
    }
    // An agent that waits gets it with this very write; for any other it is kept until one is there.
    const isAwaited = this.#waits.has(ask.id);
    const won = this.#claim(ask, { type: 'answered', answer, answeredBy, isAwaited, ...this.#delayOf(answeredBy) });
    if (won) return won;
    const who = ask.answeredBy ? ` ${answererText(ask.answeredBy)}` : '';
    throw new BeckonError('already_answered', `This was answered already${who}.`, { ask });
  }

  /** Whatever else is open and asks the very same, in whichever session, gets the answer that this ask has. */
  answerAlike(id: AskId): void {
    const asked = this.get(id);
    const { answer, answeredBy } = asked;
    if (!answer || !answeredBy) return;
    for (const other of this.openAsks()) {
      if (!isSameCall(other, asked)) continue;
      const isAwaited = this.#waits.has(other.id);
      const given = { answer, answeredBy: withoutKey(answeredBy), answeredWith: id, isAwaited };
      this.#claim(other, { type: 'answered', ...given });
    }
  }

  /** The answer is to wait no longer: an agent that waits gets it with this very write. Throws where that cannot be written. */
  due(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (ask) this.#claim(ask, { type: 'due', isAwaited: this.#waits.has(id) });
  }

  /** The answer is about to be given to an agent; that is on disk before the agent has it. */
  hand(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (ask) this.#claim(ask, { type: 'handed' });
  }

  /** The agent has the answer. */
  delivered(id: AskId): void {
    this.#follow(id, { type: 'delivered' });
  }

  /** The answer could not be brought to an agent; delivery tries again at `nextAt`. */
  deliveryFailed(id: AskId, { message, nextAt }: Pick<FailedDelivery, 'message' | 'nextAt'>): void {
    this.#follow(id, { type: 'delivery_failed', message, nextAt });
  }

  /** The agent has been seen to go on. */
  observe(sessionId: string, toolCallId: ToolCallId, seen: { observed: Observation; inTerminal?: Answer }): void {
    const ask = this.unfinished(sessionId).findLast((unfinished) => unfinished.toolCallId === toolCallId);
    if (ask) this.#follow(ask.id, { type: 'observed', ...seen });
  }

  /** It was answered in the terminal, and now it is known what. Told for one that is withdrawn already. */
  explain(ask: Ask, inTerminal: Answer): void {
    const next = afterStep(ask, { type: 'explained', inTerminal }, this.#options.now());
    if (!next || next === ask) return;
    try {
      // What cannot be written is not told: the agent's record has it, whenever it is read again.
      if (this.#options.store.replace(next, ['withdrawn'], 'relaxed')) this.#tell(next, 'changed');
    } catch (error) {
      this.#options.onUnwritten(error, next);
    }
  }

  /** The agent no longer waits. */
  withdraw(id: AskId, reason: EndOfWait): void {
    this.#follow(id, { type: 'withdrawn', reason });
  }

  /** Nobody has answered in time. Whoever can still take their answer back has. */
  expire(id: AskId): void {
    if (this.#unfinished.get(id)?.phase !== 'delayed') this.withdraw(id, 'expired');
  }

  /** The agent had the answer and is gone; nobody can know what it did. */
  loseSightOf(id: AskId): void {
    this.#follow(id, { type: 'lost_sight_of' });
  }

  /** Its person gives it up before any agent was given an answer. Like an answer, that is nothing until it is kept. */
  giveUp(id: AskId): void {
    const ask = this.#unfinished.get(id);
    if (ask) this.#claim(ask, { type: 'given_up' });
  }

  /** Withdraws whatever a session, or all of them, still had to settle. */
  withdrawAll(reason: EndOfWait, sessionId?: string): void {
    for (const ask of this.unfinished(sessionId)) this.withdraw(ask.id, reason);
  }

  /** No agent runs that waits for this ask. Its answer, given or yet to come, is to be brought to the next one. */
  park(id: AskId, { reason, isOrphaned }: Omit<Parked, 'at'>): void {
    this.#waits.end(id, { type: 'parked' });
    this.#follow(id, { type: 'parked', reason, isOrphaned });
  }

  /** Takes an answer back that no agent has been given. */
  takeBack(id: AskId): Ask {
    const ask = this.get(id);
    const reopened = can(ask, 'take back') && this.#claim(ask, { type: 'taken_back' });
    if (reopened) return reopened;
    const why = isOpen(ask) ? 'There is no answer to take back.' : 'The agent has this answer already.';
    throw new BeckonError('already_answered', why, { ask });
  }

  /** The agent has shown why it asks. */
  noteReason(sessionId: string, toolCallId: ToolCallId, reason: string): void {
    const ask = this.unfinished(sessionId).find((one) => one.toolCallId === toolCallId);
    if (ask) this.#follow(ask.id, { type: 'reasoned', reason });
  }

  /** The file that it would change is another than it shows. */
  noteFile(id: AskId, file: EditedFile): void {
    this.#follow(id, { type: 'file_changed', file });
  }

  /** A device was sent this ask, or has had it in view, and so was sent it too. */
  noteReceipt(id: AskId, how: 'shown' | 'seen', device: Device): void {
    const next = this.#note(id, { type: how, device });
    // That it was sent somewhere is of interest when one looks at its log, and not before.
    if (next && how === 'seen') this.#tell(next, 'changed');
  }

  /** Its person was called about it, or could not be. */
  noteCalled(id: AskId, call: Omit<CallReceipt, 'at'>): void {
    const next = this.#note(id, { type: 'called', call });
    if (next) this.#tell(next, 'changed');
  }

  /** Writes down the steps that could not be written when they were taken; throws where they still cannot. */
  writeUnwritten(): void {
    for (const ask of this.#unwritten.values()) this.#write(ask, 'durable');
  }

  find(id: AskId): Ask | undefined {
    return this.#current(this.#options.store.find(id));
  }

  get(id: AskId): Ask {
    const ask = this.find(id);
    if (ask) return ask;
    throw new BeckonError('ask_not_found', 'There is no such ask. It may be older than what Beckon keeps.');
  }

  /** The ask that an answer so addressed is for. */
  addressed(addressee: Addressee): Ask {
    if (!('toolCallId' in addressee)) return this.get(addressee.askId);
    const { sessionId, toolCallId, askId } = addressee;
    const { store } = this.#options;
    const ask = this.#current(askId === undefined ? store.newest(sessionId, toolCallId) : store.find(askId));
    if (ask?.sessionId !== sessionId || ask.toolCallId !== toolCallId) {
      throw new BeckonError('ask_not_found', 'Nothing in this session waits under that tool call.');
    }
    if (askId === undefined && ask.follows !== undefined) {
      const message =
        'This call has been asked about more than once. Look at it again, and answer by the id of the ask.';
      throw new BeckonError('ask_ambiguous', message, { ask });
    }
    return ask;
  }

  openAsks(sessionId?: string): Ask[] {
    return this.unfinished(sessionId).filter(isOpen);
  }

  /** Neither settled nor withdrawn, oldest first. */
  unfinished(sessionId?: string): Ask[] {
    return this.#unfinished.list(sessionId);
  }

  /** Every ask, newest first. */
  page({ before, limit = 50 }: Pick<AskQuery, 'before' | 'limit'>): { asks: Ask[]; next?: string } {
    const { asks, ...page } = this.#options.store.page({ before, limit });
    return { asks: asks.map((ask) => this.#current(ask)), ...page };
  }

  forToolCalls(sessionId: string, toolCallIds: readonly string[]): Ask[] {
    return this.#options.store.forToolCalls(sessionId, toolCallIds).map((ask) => this.#current(ask));
  }

  /** What a rule or the terminal answers, nobody takes back. */
  #delayOf({ type }: Answerer): { dueAt?: number } {
    const delayMs = type === 'device' ? (this.#options.delayMs?.() ?? 0) : 0;
    return delayMs > 0 ? { dueAt: this.#options.now() + delayMs } : {};
  }

  #current<T extends Ask | undefined>(stored: T): T | Ask {
    return (stored && this.#unwritten.get(stored.id)) ?? stored;
  }

  /** The last steps of asks before it, taken with it (`over`) or not written yet (`owed`): none is written without the other. */
  #insert(ask: Ask, { over, owed }: Record<'over' | 'owed', readonly Ask[]>): Ask {
    const lastSteps = [...over, ...owed];
    this.#options.store.insert(ask, lastSteps);
    for (const { id } of lastSteps) this.#unwritten.delete(id);
    for (const last of over) this.#stepped(last);
    this.#unfinished.set(ask);
    this.#tell(ask, 'opened');
    return ask;
  }

  /** Its agent waits for it again. */
  #resume(ask: Ask): Ask {
    if (wayOf(ask) === 'direct') return ask;
    this.#follow(ask.id, { type: 'resumed' });
    return this.find(ask.id) ?? ask;
  }

  /** The call that could not come back, and that an agent makes anew with this one. */
  #orphanOf(draft: AskDraft): Ask | undefined {
    return this.unfinished(draft.sessionId).find(
      (ask) => wayOf(ask) === 'told' && ask.toolCallId !== draft.toolCallId && isSameCall(ask, draft),
    );
  }

  #takenOver(orphan: Ask): Ask {
    return isOpen(orphan) ? this.#superseded(orphan) : this.#after(orphan, { type: 'carried_over' });
  }

  #superseded(ask: Ask): Ask {
    return this.#after(ask, { type: 'withdrawn', reason: 'superseded' });
  }

  /** For a step that the caller knows to be possible. */
  #after(ask: Ask, happening: Happening): Ask {
    const next = afterStep(ask, happening, this.#options.now());
    if (next) return next;
    throw new Error(`an ask that is ${ask.phase} cannot be ${happening.type}`);
  }

  /** A step that counts only once it is on disk. Undefined where it is not possible, or somebody else came first. */
  #claim(ask: Ask, happening: Happening): Ask | undefined {
    const next = afterStep(ask, happening, this.#options.now());
    return next && this.#write(next, 'durable', ask) ? this.#stepped(next) : undefined;
  }

  /** Takes down what has happened to the agent, which does not ask for leave. */
  #follow(id: AskId, happening: Happening): void {
    const ask = this.#unfinished.get(id);
    const next = ask && afterStep(ask, happening, this.#options.now());
    if (!next || next === ask) return;
    this.#record(next);
    this.#stepped(next);
  }

  /** What leads nowhere: whoever waits for the ask hears nothing of it. */
  #note(id: AskId, happening: Happening): Ask | undefined {
    const ask = this.#unfinished.get(id);
    const next = ask && afterStep(ask, happening, this.#options.now());
    if (!next || next === ask) return undefined;
    this.#record(next);
    return next;
  }

  #record(next: Ask): void {
    try {
      // That an ask is void must survive the machine; that its answer arrived is seen again where it is lost.
      this.#write(next, isWithdrawn(next) ? 'durable' : 'relaxed');
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
  #write(next: Ask, durability: Durability, before?: Ask): boolean {
    const expected = before && !this.#unwritten.has(next.id) ? [before.state] : unfinishedStates;
    const isWritten = this.#options.store.replace(next, expected, durability);
    this.#unwritten.delete(next.id);
    return isWritten;
  }

  /** The waiting agent comes first: no listener can keep its answer from it. */
  #stepped(ask: Ask): Ask {
    this.#unfinished.set(ask);
    const outcome = outcomeOf(ask);
    if (outcome) this.#waits.end(ask.id, outcome);
    this.#tell(ask, 'changed');
    return ask;
  }

  #tell(ask: Ask, step: 'opened' | 'changed'): void {
    for (const listener of this.#options.listeners) listener(ask, step);
  }
}

/** The answer to a call that could not come back, of which the agent was told, applies to the same call made anew, once. */
function carriedFrom({ id, answer, answeredAt, answeredBy, dueAt }: Ask): GivenAnswer | undefined {
  if (!answer || answeredAt === undefined || !answeredBy) return undefined;
  return { answer, answeredAt, answeredBy, carriedFrom: id, ...(dueAt !== undefined && { dueAt }) };
}

function outcomeOf(ask: Ask): Outcome | undefined {
  if (ask.withdrawalReason) return { type: 'withdrawn', reason: ask.withdrawalReason };
  if (!ask.answer || ask.phase === 'delayed') return undefined;
  return { type: 'answered', answer: ask.answer };
}
