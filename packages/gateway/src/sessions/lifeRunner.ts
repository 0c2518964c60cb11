// Does what a session's life wants done (`lifeTable.ts`), and tells it what came of that.
import { BeckonError, comesBeforeAgent } from '@beckon/protocol';
import type { Standing } from '../agents/givingWay.ts';
import type { Tenant } from '../agents/startQueue.ts';
import { standingOf } from '../agents/standing.ts';
import type { Returning } from '../asks/returning/returning.ts';
import type { Agent } from '../drivers/driver.ts';
import type { House } from '../house.ts';
import { Door, type Visit } from './door.ts';
import type { Effect, Happening, Life, LifeName, Stock } from './life.ts';
import { afterHappening, diedAtOnce } from './lifeTable.ts';
import type { Launch } from './ownAgent.ts';
import { OwnAgent } from './ownAgent.ts';
import type { SessionRecord } from './sessionRecord.ts';
import { Wanted } from './wanted.ts';

const cutOff = 'The gateway stopped while the agent was at work.';

export class LifeRunner implements Tenant {
  readonly #house: House;
  readonly #record: SessionRecord;
  readonly #returning: Returning;
  readonly #door: Door;
  #life: Life = { name: 'resting' };
  readonly #happenings: Happening[] = [];
  #isHappening = false;
  #launch: Launch | undefined;
  #wanted: Wanted | undefined;
  #own: OwnAgent | undefined;
  #whenSettled: (() => void)[] = [];
  /** How many messages are on their way to its agent. */
  #holders = 0;

  constructor(house: House, { record, returning }: { record: SessionRecord; returning: Returning }) {
    this.#house = house;
    this.#record = record;
    this.#returning = returning;
    this.#door = new Door(house, record);
  }

  get state(): LifeName {
    return this.#life.name;
  }

  /** Whether an agent is being ended or let go of, or it is being looked up what the last one left. */
  get isBetweenAgents(): boolean {
    return this.state === 'ending' || this.state === 'takingStock' || this.state === 'lettingGo';
  }

  /** Whether its session is removed, or about to be. */
  get isRemoved(): boolean {
    return this.state === 'removed' || ('next' in this.#life && this.#life.next === 'remove');
  }

  /** Whether the agent that is wanted has to wait: for room, or for its person to say whether to open its folder. */
  get isInLine(): boolean {
    return this.state === 'queued' || this.#house.ledger.openAsks(this.#record.info.id).some(comesBeforeAgent);
  }

  /** Resolves when it is known that the agent that is wanted has to wait. */
  get inLine(): Promise<undefined> | undefined {
    return this.#wanted?.inLine;
  }

  /** The agent that runs. */
  get running(): OwnAgent | undefined {
    return this.state === 'running' ? this.#own : undefined;
  }

  /** Makes sure that an agent runs, or is started as soon as there is room. */
  want(launch: Launch, { isForAnswers = false, isQuiet = false } = {}): Wanted {
    if (!this.#wanted) this.#launch = launch;
    const wanted = (this.#wanted ??= new Wanted());
    wanted.isForAnswers &&= isForAnswers;
    this.happen({ type: 'wanted', isQuiet });
    return wanted;
  }

  /** Somebody is about to tell its agent something: until the returned function is called, it gives way to nobody. */
  hold(): () => void {
    this.#holders++;
    return () => {
      this.#holders--;
      this.#house.startQueue.lookSoon();
    };
  }

  /** An answer was taken back or given up: where an agent waits for room for its sake alone, it need not start. */
  answersGone(): void {
    const isWaiting = this.state === 'queued' || this.state === 'atDoor';
    if (isWaiting && this.#wanted?.isForAnswers) this.happen({ type: 'unwanted', end: { reason: 'idle' } });
  }

  /** Its person has answered whether to open its folder, with nobody there to hear it: an agent is started for that. */
  checkDoor(): void {
    if (this.state === 'resting' && this.#door.hasAnswer) this.want({ conversation: 'kept-or-new' });
  }

  /** What it waits for is shown: whoever sends a message need not wait for its agent. */
  waitInLine(): void {
    this.#wanted?.waitInLine();
  }

  /** The agent that runs, or the one that is just being started where it comes to run. */
  async agent(): Promise<Agent | undefined> {
    if (this.state === 'starting') await this.#own?.start;
    return this.running?.agent;
  }

  /** Resolves when no agent is being ended or let go of, and no stock taken. */
  async settled(): Promise<void> {
    if (this.isBetweenAgents) await new Promise<void>((resolve) => this.#whenSettled.push(resolve));
  }

  /** One thing after the other: what is done about one may make the next happen. */
  happen(happening: Happening): void {
    this.#happenings.push(happening);
    if (this.#isHappening) return;
    this.#isHappening = true;
    try {
      for (let next = this.#happenings.shift(); next; next = this.#happenings.shift()) this.#take(next);
    } finally {
      this.#isHappening = false;
    }
  }

  get standing(): Standing {
    if (this.state === 'ending') return { is: 'leaving' };
    const { agent, run } = this.running ?? {};
    if (!agent || !run || this.#holders > 0) return { is: 'working' };
    const { info } = this.#record;
    const { asksInLine } = run;
    return standingOf({ agent, session: info, asks: this.#house.ledger.unfinished(info.id), asksInLine });
  }

  get hasAnswer(): boolean {
    return this.#returning.hasAnswer;
  }

  giveWay(): void {
    const { is } = this.standing;
    if (is === 'idle') this.happen({ type: 'close', end: { reason: 'idle' } });
    if (is === 'waiting') this.happen({ type: 'suspend', reason: 'limit' });
  }

  #take(happening: Happening): void {
    const before = this.state;
    const { life, effects } = afterHappening(this.#life, happening);
    this.#life = life;
    if (before === 'running' && this.state !== 'running') this.#wanted = undefined;
    for (const effect of effects) this.#perform(effect);
    if (!this.isBetweenAgents) for (const resolve of this.#whenSettled.splice(0)) resolve();
  }

  #perform(effect: Effect): void {
    const { startQueue, ledger } = this.#house;
    const { info } = this.#record;
    switch (effect.type) {
      case 'show_starting':
        if (info.state !== 'starting') this.#record.change({ state: 'starting' });
        return;
      case 'show_end':
        return this.#record.end(effect.end);
      case 'show_end_or_parked':
        return this.#record.end(this.#returning.hasParked ? { ...effect.end, reason: 'parked' } : effect.end);
      case 'park':
        return this.#returning.park(effect.reason);
      case 'withdraw_asks':
        return ledger.withdrawAll('agent_gone', info.id);
      case 'look_at_folder':
        return this.#lookAtFolder(effect.mustAsk);
      case 'leave_door':
        return this.#door.leave(effect.asks);
      case 'ask_for_room':
        return this.#askForRoom();
      case 'leave_queue':
        return startQueue.leave(this);
      case 'free_room':
        this.#own = undefined;
        return startQueue.leave(this);
      case 'start_agent':
        return this.#startAgent();
      case 'refuse':
        this.#wanted?.refuse(effect.why);
        this.#wanted = undefined;
        return;
      case 'close_agent':
        return this.#untilGone(async ({ run, start }) => {
          await run.close();
          await start;
        });
      case 'suspend_agent':
        return this.#untilGone(({ run }) => run.suspend());
      case 'let_agent_go':
        return this.#untilGone(({ run }) => run.leave());
      case 'await_start':
        return this.#untilGone(({ start }) => start);
      case 'take_stock':
        return void this.#takeStock(effect.stock);
      case 'bring_answers':
        this.checkDoor();
        if (effect.diesOf === undefined) return this.#returning.check();
        return this.#returning.backOff(effect.diesOf);
      case 'forget':
        return this.#record.forget();
    }
  }

  /** An agent that runs already is in its folder. */
  #lookAtFolder(mustAsk: boolean): void {
    const isInside = this.#launch !== undefined && 'join' in this.#launch;
    if (isInside || this.#door.isOpen) return this.happen({ type: 'let_in' });
    void this.#pass({ mustAsk, isForAnswers: () => this.#wanted?.isForAnswers ?? false });
  }

  async #pass(visit: Visit): Promise<void> {
    try {
      const passing = await this.#door.pass(visit);
      if (passing.type === 'let_in') this.happen(passing);
      if (passing.type === 'turned_away') this.#turnedAway(passing.error, 'not_trusted');
    } catch (error) {
      this.#turnedAway(BeckonError.from(error), 'start_failed');
    }
  }

  #turnedAway(error: BeckonError, reason: 'not_trusted' | 'start_failed'): void {
    this.happen({ type: 'turned_away', error, end: { reason, message: error.message } });
  }

  /** Only an agent that ends with the gateway takes a place. */
  #askForRoom(): void {
    const { startQueue, drivers } = this.#house;
    const { driver, state } = this.#record.info;
    const roomGiven = () => this.happen({ type: 'room_given' });
    if (drivers[driver]?.watch) return roomGiven();
    if (startQueue.ask(this, roomGiven)) return;
    this.#record.change({ state, queued: { agents: startQueue.most } });
    this.#wanted?.waitInLine();
  }

  #startAgent(): void {
    const { state, queued } = this.#record.info;
    if (queued) this.#record.change({ state, queued: undefined });
    const own = new OwnAgent(this.#house, {
      record: this.#record,
      returning: this.#returning,
      started: (agent) => this.#started(agent),
      startFailed: (error) => this.#startFailed(error),
      door: this.#door,
      notTrusted: () => this.happen({ type: 'not_trusted' }),
      ended: (end, livedBriefly) => this.happen({ type: 'agent_ended', end, livedBriefly }),
      overdue: () => {
        const isParkable = own.agent?.suspend && own.run.isOverdue;
        if (isParkable) this.happen({ type: 'suspend', reason: 'limit' });
      },
    });
    this.#own = own;
    own.begin(this.#launch);
  }

  #started(agent: Agent): void {
    if (this.state !== 'starting') return;
    this.#launch = undefined;
    this.happen({ type: 'started' });
    const { state } = this.#record.info;
    const isReady = state === 'starting' || state === 'dead';
    this.#record.change({ state: isReady ? 'user_turn' : state, abilities: [...agent.abilities] });
    this.#wanted?.come(agent);
  }

  #startFailed(error: BeckonError): void {
    this.#returning.park('agent_gone');
    const { message } = error;
    const reason = this.#returning.hasAnswer ? 'undelivered' : 'start_failed';
    const asks = this.#house.ledger.unfinished(this.#record.info.id);
    const wasHanded = asks.some(({ phase }) => phase === 'handed');
    this.happen({ type: 'start_failed', error, end: { reason, message }, wasHanded });
  }

  #untilGone(end: (own: OwnAgent) => Promise<unknown>): void {
    const own = this.#own;
    const { log } = this.#house;
    void (own ? end(own) : Promise.resolve())
      .catch((error: unknown) => log.error({ error, sessionId: this.#record.info.id }, 'could not end the agent'))
      .then(() => this.happen({ type: 'gone' }));
  }

  async #takeStock(stock: Stock): Promise<void> {
    let diesOf: string | undefined;
    try {
      await this.#record.sayings.agentGone({ diedSoon: stock.death === 'soon_after' });
      if (!stock.isTaken) diesOf = await this.#takeStockOfAsks(stock);
    } catch (error) {
      const { log } = this.#house;
      log.error({ error, sessionId: this.#record.info.id }, 'could not find out what the agent has left');
    }
    this.happen({ type: 'stock_taken', diesOf });
  }

  async #takeStockOfAsks({ reason, death, message = diedAtOnce }: Stock): Promise<string | undefined> {
    const diesOf = await this.#returning.takeStock(reason, death && { message });
    // A turn whose call comes back goes on then.
    if (!this.#returning.canReturn) this.#record.endTurn('failed', reason === 'gateway_stopped' ? cutOff : undefined);
    this.#record.save();
    return diesOf;
  }
}
