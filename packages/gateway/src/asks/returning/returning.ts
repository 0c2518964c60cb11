// The road of a session's asks from the end of one agent to the next. An agent goes away: whatever it waited for is
// parked, and what it has kept shows which calls can come back. An answer comes: an agent is started, which asks for that
// very call again, or is told the answer in a message; where that fails it is tried again, later and later. The agent is
// seen to go on: the ask is over.
import { randomUUID } from 'node:crypto';
import type { Ask, AskId, ParkReason, SessionEventDraft, SessionId, SessionInfo } from '@beckon/protocol';
import { wayOf } from '@beckon/protocol';
import type { Agent, AgentSpec, Driver } from '../../drivers/driver.ts';
import { CallNotReturned } from '../../drivers/driver.ts';
import type { Clock } from '../../clock.ts';
import { Delivery } from './delivery.ts';
import { Hearing } from './hearing.ts';
import type { ParkedAsk } from './parking.ts';
import {
  giveUpParked,
  orphan,
  parkAll,
  parkTold,
  retellUnheard,
  returningAsk,
  takeReturning,
  undeliveredAsks,
} from './parking.ts';
import { retellAnswers } from './retelling.ts';
import { observeResult, settleAfterTurn, settleSubagents, settleTold } from './observing.ts';
import type { StockHouse } from './stock.ts';
import { takeStock } from './stock.ts';

/** What this road sees of the house. */
export interface ReturningHouse extends StockHouse {
  clock: Clock;
}

/** An agent that is about to run. */
interface Run {
  start(driver: Driver, spec: AgentSpec): Promise<Agent>;
  /** It is not to run any more. */
  readonly isOver: boolean;
}

/** The session, as far as this road touches it. */
export interface ReturningSession {
  info(): SessionInfo;
  /** Whether an agent is being ended, or it is being looked up what the last one left. */
  isBetweenAgents(): boolean;
  /** Makes sure that an agent runs, and resolves once it can be told something. */
  agent(): Promise<Agent>;
  say(agent: Agent, message: { id: string; text: string }, shownId: AskId): Promise<void>;
  /** The turn that was to go on with a call cannot: the call does not come back. */
  turnLost(): void;
}

/** How an agent died, where that came soon after it was told something. */
export interface EarlyDeath {
  message: string;
}

export class Returning {
  readonly #house: ReturningHouse;
  readonly #session: ReturningSession;
  readonly #hearing = new Hearing();
  readonly #delivery: Delivery;
  /** Somebody gave up while stock was taken: whatever is found to wait is given up, too. */
  #isGivingUp = false;
  /** How many agents in a row have died of the call that they were to bring back. */
  #deaths: { askId?: AskId; count: number } = { count: 0 };

  constructor(house: ReturningHouse, session: ReturningSession) {
    this.#house = house;
    this.#session = session;
    this.#delivery = new Delivery({
      clock: house.clock,
      undelivered: () => this.#undelivered.length,
      attempt: () => this.#bringAnswers(),
      failed: (message, nextAt) => {
        for (const { id } of this.#undelivered) house.ledger.deliveryFailed(id, { message, nextAt });
      },
    });
  }

  /** Whether an answer waits for an agent. */
  get hasAnswer(): boolean {
    return this.#undelivered.length > 0;
  }

  /** Whether something waits without an agent. */
  get hasParked(): boolean {
    return this.#house.ledger.unfinished(this.#sessionId).some((ask) => wayOf(ask) !== 'direct');
  }

  /** Whether a call waits to come back, and with it the turn that it belongs to. */
  get canReturn(): boolean {
    return returningAsk(this.#house.ledger, this.#sessionId) !== undefined;
  }

  /** The agent is gone, or about to be: whatever it waited for waits on without it. */
  park(reason: ParkReason): void {
    parkAll(this.#house.ledger, this.#sessionId, reason);
  }

  /**
   * Looks up in what the agent has kept which calls can come back, and what it did with the answers that it had got. Says
   * of what it died, where it was given an answer that has to be brought to the next one.
   */
  async takeStock(reason: ParkReason, death: EarlyDeath | undefined): Promise<string | undefined> {
    const asks = this.#house.ledger.unfinished(this.#sessionId);
    if (asks.length > 0) await takeStock(this.#house, this.#session.info(), reason);
    if (this.#isGivingUp) this.#giveUpAtOnce();
    this.#isGivingUp = false;
    const wasHanded = asks.some(({ phase }) => phase === 'handed');
    return wasHanded && this.hasAnswer ? death?.message : undefined;
  }

  /** Brings what waits to an agent. To be called whenever an answer may have come, or an agent may have gone. */
  check(): void {
    if (!this.#session.isBetweenAgents()) this.#delivery.check();
  }

  /** Tries at once, also where the next try is due later. Resolves when the try is over. */
  tryNow(): Promise<void> {
    return this.#delivery.tryNow();
  }

  /** The agent has died of it: it is brought to the next one after a pause. */
  backOff(message: string): void {
    this.#delivery.backOff(message);
  }

  /** Starts an agent, with the call that it is to ask for again where one waits; where that call is lost, without it. */
  async start(
    run: Run,
    driver: Driver,
    spec: Omit<AgentSpec, 'returning'>,
  ): Promise<{ agent: Agent; hasReturned: boolean }> {
    const returning = takeReturning(this.#house.ledger, spec.sessionId);
    if (returning) {
      try {
        const agent = await run.start(driver, { ...spec, conversation: 'kept', returning });
        this.#deaths = { count: 0 };
        return { agent, hasReturned: true };
      } catch (error) {
        this.#lose(returning, run, error);
      }
    }
    return { agent: await run.start(driver, spec), hasReturned: false };
  }

  /** An agent that ran already was joined. */
  joined(): void {
    retellUnheard(this.#house.ledger, this.#sessionId);
  }

  /** What happens in the conversation shows what became of asks. */
  hear(event: SessionEventDraft): void {
    this.#hearing.hear(event);
    const { ledger } = this.#house;
    if (event.type === 'tool_result') observeResult(ledger, this.#sessionId, event.data);
    if (event.type === 'done') settleAfterTurn(ledger, this.#sessionId);
  }

  /** The agent has nothing more to do; `isAlone`: nor has any subagent of it. */
  cameToRest({ isAlone }: { isAlone: boolean }): void {
    const id = this.#sessionId;
    const { ledger } = this.#house;
    if (isAlone) settleSubagents(ledger, id);
    // It may have come to rest before it read what it was told.
    if (!this.#hearing.hasTurnEnded) return;
    const { unheard } = this.#hearing;
    if (unheard === undefined) settleTold(ledger, id);
    else if (parkTold(ledger, id)) this.backOff(unheard);
  }

  /** Its person gives up whatever waits without an agent, and what is about to be found to. Throws where it cannot be written. */
  giveUp(): void {
    giveUpParked(this.#house.ledger, this.#sessionId);
  }

  /** The same at once, as far as it can be written: so that no agent that is just being started gets an answer. */
  beginGivingUp(): void {
    this.#giveUpAtOnce();
    this.#isGivingUp = this.#session.isBetweenAgents();
  }

  /** Nothing is brought to anyone any more. */
  stop(): void {
    this.#delivery.stop();
  }

  get #sessionId(): SessionId {
    return this.#session.info().id;
  }

  get #undelivered(): Ask[] {
    return undeliveredAsks(this.#house.ledger, this.#sessionId);
  }

  async #bringAnswers(): Promise<void> {
    const agent = await this.#session.agent();
    await retellAnswers(this.#house.ledger, this.#sessionId, async (ask, text) => {
      await this.#session.say(agent, { id: randomUUID(), text }, ask.id);
      this.#hearing.told();
    });
  }

  /** The call did not come back. Throws where the agent cannot go on without it, or another one may yet bring it. */
  #lose(returning: ParkedAsk, run: Run, error: unknown): void {
    if (!(error instanceof CallNotReturned)) throw error;
    const { ledger, log } = this.#house;
    const sessionId = this.#sessionId;
    this.#deaths = { askId: returning.id, count: this.#deaths.askId === returning.id ? this.#deaths.count + 1 : 1 };
    if (error.mayYetReturn && this.#deaths.count < MOST_DEATHS) throw error;
    const ask = ledger.unfinished(sessionId).find(({ id }) => id === returning.id) ?? returning;
    // It was asked for all the same: what became of it is looked up like any other, now that its agent is gone.
    if (wayOf(ask) === 'direct' || run.isOver) throw error;
    log.warn({ error, sessionId }, 'a call could not be brought back');
    orphan(ledger, returning);
    this.#session.turnLost();
  }

  #giveUpAtOnce(): void {
    try {
      this.giveUp();
    } catch (error) {
      // It is tried again before whoever gives up is told that it is done.
      this.#house.log.warn({ error, sessionId: this.#sessionId }, 'could not give up');
    }
  }
}

/** So often an agent may die of a call that it is to bring back; then the call counts as lost. */
const MOST_DEATHS = 3;
