// The door of a session's folder: before an agent starts there, its person is asked about whatever the folder would run or
// grant by itself, and nothing of it runs until they have answered [L12]. An answer is good for what was shown: the
// folder is looked at again before it counts.
import { randomUUID } from 'node:crypto';
import type { Answer, Answerer, Ask, AskId, AskOf, FolderJudgement, FolderLook, TrustDecision } from '@beckon/protocol';
import { BeckonError, comesBeforeAgent, isOnHold, isOpen } from '@beckon/protocol';
import { onceWritable } from '../agents/onceWritable.ts';
import type { AskLimit, House } from '../house.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What came of a visit; `left`: it was broken off, and whoever did that knows what comes next. */
export type Passing = { type: 'let_in' } | { type: 'turned_away'; error: BeckonError } | { type: 'left' };

export interface Visit {
  /** The agent's own program asks about the folder, also where nothing in it would run. */
  mustAsk: boolean;
  /**
   * Only answers that wait for an agent want in, at this moment: what its person has refused once is not asked again for
   * their sake.
   */
  isForAnswers: () => boolean;
}

/** What an agent may be started with. */
export interface Entry {
  folderTrust?: TrustDecision;
}

type TrustAsk = AskOf<'trust'>;

export class Door {
  readonly #house: House;
  readonly #record: SessionRecord;
  #visit: AbortController | undefined;
  /** What its person did not want opened. */
  #refused: string | undefined;

  constructor(house: House, record: SessionRecord) {
    this.#house = house;
    this.#record = record;
  }

  /** Whether agents of this session are started without anyone having to look at their folder. */
  get isOpen(): boolean {
    return this.#house.drivers[this.#record.info.driver]?.whatRuns === undefined;
  }

  /** Whether its person has answered while nobody stood at the door. */
  get hasAnswer(): boolean {
    return this.#asks.some(isOnHold);
  }

  /** What an agent may be started with at this moment; undefined where that has to be asked first. */
  async look(): Promise<Entry | undefined> {
    const { decision } = this.#house.trust.judge(await this.#lookAtFolder());
    if (decision === undefined) return undefined;
    return decision === 'no_need' ? {} : { folderTrust: decision };
  }

  /** Asks as often as it takes. Rejects where the folder cannot be looked at. */
  async pass({ mustAsk, isForAnswers }: Visit): Promise<Passing> {
    const visit = new AbortController();
    this.#visit = visit;
    for (;;) {
      const look = await this.#lookAtFolder();
      if (visit.signal.aborted) return { type: 'left' };
      const judgement = this.#house.trust.judge(look);
      const { decision, digest } = judgement;
      const isDecided = decision === 'no_need' ? !mustAsk && this.#asks.length === 0 : decision !== undefined;
      if (isDecided) {
        this.#clear();
        return { type: 'let_in' };
      }
      if (isForAnswers() && this.#refused === digest) return notOpened(look.folder);
      const answered = await this.#ask(look, judgement, visit.signal);
      if (visit.signal.aborted) return { type: 'left' };
      if (answered === 'no') {
        this.#refused = digest;
        return notOpened(look.folder);
      }
    }
  }

  /** Breaks the visit off. The ask stays for the next gateway, or is over with it. */
  leave(how: 'park' | 'withdraw'): void {
    this.#visit?.abort();
    const { ledger } = this.#house;
    for (const { id } of this.#asks) {
      if (how === 'park') ledger.park(id, { reason: 'gateway_stopped', isOrphaned: false });
      else ledger.withdraw(id, 'interrupted');
    }
  }

  async #lookAtFolder(): Promise<FolderLook> {
    const { cwd, driver } = this.#record.info;
    const nothing = { folder: cwd, items: [], trustedInAgent: undefined };
    return (await this.#house.drivers[driver]?.whatRuns?.(cwd)) ?? nothing;
  }

  get #asks(): TrustAsk[] {
    return this.#house.ledger.unfinished(this.#record.info.id).filter(isTrustAsk);
  }

  /** Resolves when there is something new to look at, with `no` where its person does not want the folder opened. */
  async #ask(look: FolderLook, judgement: FolderJudgement, signal: AbortSignal): Promise<'no' | undefined> {
    const { clock, ledger, trust } = this.#house;
    const patience = { clock, signals: [signal] };
    const limit = this.#house.askLimit();
    const ask = await onceWritable(async () => this.#open(look, judgement, limit), patience);
    if (!ask) return undefined;
    const stopListening = trust.onDecided((folder) => {
      if (folder === look.folder && trust.judge(look).decision !== undefined) this.#dropOpen(ask.id);
    });
    const stopLimit = this.#startLimit(ask, limit);
    try {
      const outcome = await ledger.outcome(ask.id);
      if (signal.aborted || outcome.type === 'parked') return undefined;
      if (outcome.type === 'withdrawn') return outcome.reason === 'not_needed' ? undefined : 'no';
      const decision = decisionOf(outcome.answer);
      const { answeredBy } = ledger.find(ask.id) ?? {};
      if (decision && answeredBy) await onceWritable(async () => this.#keep(look, decision, answeredBy), patience);
      if (!signal.aborted) this.#done(ask);
      return decision ? undefined : 'no';
    } finally {
      stopListening();
      stopLimit();
    }
  }

  /** Another session was let into the same folder meanwhile. */
  #dropOpen(id: AskId): void {
    const { ledger } = this.#house;
    if (this.#asks.some((ask) => ask.id === id && isOpen(ask))) ledger.withdraw(id, 'not_needed');
  }

  /** The ask that is there goes on where it shows the same; any other is about what is no longer so. */
  #open({ folder }: FolderLook, { digest, shown, lastDecidedAt }: FolderJudgement, limit: AskLimit): Ask {
    const { ledger, clock } = this.#house;
    const { id: sessionId } = this.#record.info;
    const same = this.#asks.findLast((ask) => ask.folder === folder && ask.digest === digest);
    for (const { id } of this.#asks) if (id !== same?.id) ledger.withdraw(id, 'superseded');
    // An ask without its session would be nobody's.
    this.#record.saveInfo();
    const expiresAt = limit.outcome === 'deny' ? clock.now() + limit.afterMs : undefined;
    const about = { toolName: 'Folder', input: { folder }, folder, items: shown, digest } as const;
    const toolCallId = same?.toolCallId ?? `trust-${randomUUID()}`;
    const last = lastDecidedAt === undefined ? {} : { lastDecidedAt };
    return ledger.open({ kind: 'trust', sessionId, toolCallId, ...about, ...last }, expiresAt);
  }

  #startLimit({ id }: Ask, limit: AskLimit): () => void {
    const { clock, ledger } = this.#house;
    // It costs nothing to wait here, so there is nothing to park.
    if (limit.outcome !== 'deny') return () => undefined;
    return clock.after(limit.afterMs, () => ledger.expire(id));
  }

  #keep(look: FolderLook, answered: TrustDecision, answeredBy: Answerer): void {
    const { trust } = this.#house;
    // A crash may have come after it was kept.
    if (trust.judge(look).decision !== answered) trust.keep(look, answered, answeredBy);
  }

  /** What was decided is kept, or nothing has to be: the agent is on its way. */
  #done({ id, sessionId, toolCallId }: Ask): void {
    this.#house.ledger.delivered(id);
    this.#house.ledger.observe(sessionId, toolCallId, { observed: 'went_on' });
  }

  /** Nothing is left to ask: what was answered has been done, what is open need not be. */
  #clear(): void {
    const { ledger } = this.#house;
    for (const ask of this.#asks) {
      if (isOpen(ask) || ask.phase === 'delayed') ledger.withdraw(ask.id, 'not_needed');
      else this.#done(ask);
    }
  }
}

function decisionOf(answer: Answer): TrustDecision | undefined {
  if (answer.type !== 'approve') return undefined;
  return answer.withoutSettings ? 'without_settings' : 'trusted';
}

function isTrustAsk(ask: Ask): ask is TrustAsk {
  return comesBeforeAgent(ask);
}

function notOpened(folder: string): Passing {
  const message = `The folder ${folder} was not opened, so nothing ran. Send a message to be asked again.`;
  return { type: 'turned_away', error: new BeckonError('agent_unavailable', message) };
}
