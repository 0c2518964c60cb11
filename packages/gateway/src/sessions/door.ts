// The door of a session's folder: before an agent starts there, its person is asked about whatever the folder would run or
// grant by itself, and nothing of it runs until they have answered [L12]. An answer is good for what was shown: the card
// follows the folder while it is open, and the folder is looked at again before an answer counts.
import { randomUUID } from 'node:crypto';
import type {
  Answer,
  Ask,
  AskId,
  AskOf,
  FolderJudgement,
  FolderLook,
  TrustDecision,
  WithdrawalReason,
} from '@beckon/protocol';
import { BeckonError, comesBeforeAgent, isOnHold, isOpen, withoutKey } from '@beckon/protocol';
import { startLimitTimer } from '../agents/limitTimer.ts';
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

/** Over all doors together, however many there are. */
const lookEveryMs = 1_000;

interface Question {
  look: FolderLook;
  judgement: FolderJudgement;
  mustAsk: boolean;
  /** An answer was given in this visit, to a folder that had changed by then. */
  isTooLate?: boolean;
}

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
    let isTooLate = false;
    for (;;) {
      const look = await this.#lookAtFolder();
      if (visit.signal.aborted) return { type: 'left' };
      const judgement = this.#judge(look);
      const { decision, digest } = judgement;
      const isDecided = decision === 'no_need' ? !mustAsk && this.#asks.length === 0 : decision !== undefined;
      if (isDecided) {
        this.#clear();
        return { type: 'let_in' };
      }
      if (isForAnswers() && this.#refused === digest) return notOpened(look.folder);
      const answered = await this.#ask({ look, judgement, mustAsk, isTooLate }, visit.signal);
      if (visit.signal.aborted) return { type: 'left' };
      if (answered === 'no') {
        this.#refused = digest;
        return notOpened(look.folder);
      }
      isTooLate ||= answered === 'yes';
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

  #judge(look: FolderLook): FolderJudgement {
    return this.#house.trust.judge(look, this.#asks.findLast(({ folder }) => folder === look.folder)?.items);
  }

  /** Resolves when there is something new to look at, with what its person has answered where they have. */
  async #ask(question: Question, signal: AbortSignal): Promise<'yes' | 'no' | undefined> {
    const { clock, ledger } = this.#house;
    const patience = { clock, signals: [signal] };
    const limit = this.#house.askLimit();
    const ask = await onceWritable(async () => this.#open(question, limit), patience);
    if (!ask) return undefined;
    const stopFollowing = this.#followFolder(ask, question.mustAsk, signal);
    const stopLimit = this.#startLimit(ask, limit);
    try {
      const outcome = await ledger.outcome(ask.id);
      if (signal.aborted || outcome.type === 'parked') return undefined;
      if (outcome.type === 'withdrawn') return isLookedAtAgain(outcome.reason) ? undefined : 'no';
      const decision = decisionOf(outcome.answer);
      if (decision) await onceWritable(async () => this.#keep(question.look, decision, ask.id), patience);
      if (!signal.aborted) this.#done(ask);
      return decision ? 'yes' : 'no';
    } finally {
      stopFollowing();
      stopLimit();
    }
  }

  /** While its person thinks, the folder may change: then an ask that shows it as it is takes the place of this one. */
  #followFolder(ask: Ask, mustAsk: boolean, signal: AbortSignal): () => void {
    const { clock, ledger, log } = this.#house;
    let isFollowed = true;
    const look = async () => {
      try {
        const seen = await this.#lookAtFolder();
        if (isFollowed && !signal.aborted) this.#show(seen, ask.id, mustAsk);
      } catch (error) {
        // The card stands for what was seen last; an answer to it is held against what is there then.
        log.warn({ error, sessionId: ask.sessionId }, 'could not look at a folder again');
      }
      if (isFollowed) cancel = later();
    };
    const later = () => clock.after(lookEveryMs * ledger.openAsks().filter(isTrustAsk).length, () => void look());
    let cancel = later();
    return () => {
      isFollowed = false;
      cancel();
    };
  }

  /** All in one step, so that no answer comes between. */
  #show(look: FolderLook, id: AskId, mustAsk: boolean): void {
    const shown = this.#asks.find((ask) => ask.id === id && isOpen(ask));
    if (!shown) return;
    const judgement = this.#judge(look);
    const { decision, digest } = judgement;
    const isDecided = decision === 'no_need' ? !mustAsk : decision !== undefined;
    if (isDecided) this.#house.ledger.withdraw(id, 'not_needed');
    else if (digest !== shown.digest || look.folder !== shown.folder) {
      this.#open({ look, judgement, mustAsk }, this.#house.askLimit());
    }
  }

  /** The ask that is there goes on where it shows the same; any other is about what is no longer so. */
  #open({ look: { folder }, judgement, isTooLate = false }: Question, limit: AskLimit): Ask {
    const { digest, shown, lastDecidedAt } = judgement;
    const { ledger, clock } = this.#house;
    const { id: sessionId } = this.#record.info;
    const asks = this.#asks;
    const same = asks.findLast((ask) => ask.folder === folder && ask.digest === digest);
    const open = same ?? asks.findLast(isOpen);
    const comesAgain = same?.comesAgain ?? whyAgain({ isTooLate, before: asks.at(-1) });
    // The one that is open is over with the same write that opens the next.
    for (const { id } of asks) if (id !== open?.id) ledger.withdraw(id, 'superseded');
    // An ask without its session would be nobody's.
    this.#record.saveInfo();
    const expiresAt = limit.outcome === 'deny' ? clock.now() + limit.afterMs : undefined;
    const about = { toolName: 'Folder', input: { folder }, folder, items: shown, digest } as const;
    const toolCallId = open?.toolCallId ?? `trust-${randomUUID()}`;
    const why = { ...(lastDecidedAt !== undefined && { lastDecidedAt }), ...(comesAgain && { comesAgain }) };
    return ledger.open({ kind: 'trust', sessionId, toolCallId, ...about, ...why }, expiresAt);
  }

  #startLimit({ id }: Ask, limit: AskLimit): () => void {
    const { clock, ledger } = this.#house;
    // It costs nothing to wait here, so there is nothing to park.
    if (limit.outcome !== 'deny') return () => undefined;
    // More than once: an answer that can still be taken back keeps it from being over.
    return startLimitTimer(clock, limit.afterMs, () => ledger.expire(id));
  }

  /** For this session and for all that stand at the same door. They come first: what is kept is not answered again. */
  #keep(look: FolderLook, answered: TrustDecision, id: AskId): void {
    const { trust, ledger } = this.#house;
    const { answeredBy } = ledger.find(id) ?? {};
    // A crash may have come after it was kept.
    if (!answeredBy || trust.judge(look).decision === answered) return;
    ledger.answerAlike(id);
    trust.keep(look, answered, withoutKey(answeredBy));
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

function whyAgain({ isTooLate, before }: { isTooLate: boolean; before: TrustAsk | undefined }): TrustAsk['comesAgain'] {
  if (isTooLate || (before && !isOpen(before))) return 'changed_before_answer';
  return before && 'changed_while_open';
}

/** The ask gave way to another one, or to nothing that would have to be asked. */
function isLookedAtAgain(reason: WithdrawalReason): boolean {
  return reason === 'not_needed' || reason === 'superseded';
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
