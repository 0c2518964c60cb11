// One session that the gateway knows, whether or not an agent runs for it: all that can be done with it.
import { randomUUID } from 'node:crypto';
import type {
  Ask,
  Prompt,
  Session,
  SessionEventDraft,
  SessionInfo,
  SessionState,
  UpdateSession,
} from '@beckon/protocol';
import { askEvent, BeckonError, comesBeforeAgent, promptParts, wayOf, withAsks } from '@beckon/protocol';
import { Idleness } from '../agents/idleness.ts';
import type { ReturningSession } from '../asks/returning/returning.ts';
import { Returning } from '../asks/returning/returning.ts';
import type { Pane, RunningAgent } from '../drivers/driver.ts';
import type { StoredSession } from '../store/sessionStore.ts';
import type { House } from '../house.ts';
import { LifeRunner } from './lifeRunner.ts';
import type { Launch, StartLaunch } from './ownAgent.ts';
import { SessionRecord } from './sessionRecord.ts';
import { titleFrom, untitled } from './title.ts';

export class KnownSession {
  readonly #house: House;
  readonly #record: SessionRecord;
  readonly #returning: Returning;
  readonly #runner: LifeRunner;
  readonly #idleness: Idleness;

  constructor(house: House, info: StoredSession) {
    this.#house = house;
    this.#record = new SessionRecord(house, info, {
      told: (event) => this.#returning.hear(event),
      changed: () => this.#attend(),
    });
    this.#returning = new Returning(house, this.#seenByReturning());
    this.#runner = new LifeRunner(house, { record: this.#record, returning: this.#returning });
    this.#idleness = new Idleness({
      clock: house.clock,
      afterMs: house.limits.idleAfterMs,
      isIdle: () => this.#isIdle(),
      end: () => this.#endIdle(),
    });
  }

  get info(): SessionInfo {
    return this.#record.info;
  }

  get session(): Session {
    return withAsks(this.info, this.#house.ledger.openAsks(this.info.id));
  }

  /** What was said in it. */
  get conversation(): SessionRecord['conversation'] {
    return this.#record.conversation;
  }

  /** Whether it is removed, or about to be. */
  get isRemoved(): boolean {
    return this.#runner.isRemoved;
  }

  /** Makes sure that an agent runs, or will once there is room; resolves as soon as either is so. */
  async start(launch: StartLaunch): Promise<void> {
    await this.#runner.want(launch).soon;
  }

  /** Takes up an agent that runs already. */
  async join(running: RunningAgent): Promise<void> {
    await this.#runner.want(running).agent;
  }

  /** What could not be started for want of room when the last gateway went away is started now. */
  startQueued(): void {
    this.#runner.want(goOn);
  }

  /**
   * The message is accepted once there is an agent that takes it, or it is kept for one that waits for room; where there
   * is none, nothing has happened.
   */
  async send(content: Prompt, id: string = randomUUID()): Promise<void> {
    const saying = { id, parts: promptParts(content) };
    // Before the first message the agent has kept nothing that it could go on from.
    const launch: Launch = this.#record.conversation.isEmpty ? { conversation: 'new' } : goOn;
    const letGo = this.#runner.hold();
    try {
      const wanted = this.#runner.want(launch);
      let agent = await wanted.soon;
      // It may have got its room, or its answer, since it was in line.
      if (!agent && !this.#runner.isInLine) agent = await wanted.agent;
      if (this.info.title === untitled) this.#record.change({ title: titleFrom(content) });
      if (agent) await this.#record.sayings.say(agent, saying);
      else this.#record.sayings.keep(saying);
    } finally {
      letGo();
    }
  }

  hasMessage(id: string): boolean {
    return this.#record.conversation.find(id) !== undefined || this.#record.sayings.isHeld(id);
  }

  /** Stops the turn, or a start that has not begun; what waits without an agent is given up. */
  async interrupt(): Promise<void> {
    const isWaiting = () => this.#house.ledger.unfinished(this.info.id).length > 0;
    const wasWaiting = isWaiting();
    this.#returning.beginGivingUp();
    const stopStart = () => this.#runner.happen({ type: 'unwanted', end: { reason: 'idle' } });
    stopStart();
    const agent = await this.#runner.agent();
    // A start that had begun may have turned back, to ask about its folder.
    if (this.#runner.state === 'atDoor') stopStart();
    if (!agent) await this.#runner.settled();
    try {
      this.#returning.giveUp();
    } finally {
      await agent?.interrupt();
    }
    if (agent) return;
    this.#record.endTurn('interrupted');
    if (wasWaiting && !isWaiting() && this.#runner.state === 'resting') this.#record.end({ reason: 'idle' });
  }

  /** Brings the answers that wait to an agent now, where that failed before. Resolves once that is over, or waits for room. */
  async deliver(): Promise<void> {
    const delivered = this.#returning.tryNow();
    const { inLine } = this.#runner;
    await (inLine ? Promise.race([delivered, inLine]) : delivered);
  }

  async update({ permissionMode, model, title }: UpdateSession): Promise<void> {
    const agent = await this.#runner.agent();
    if (permissionMode !== undefined) {
      await agent?.setPermissionMode(permissionMode);
      this.#record.choose(permissionMode);
    }
    if (model !== undefined) {
      await agent?.setModel(model ?? undefined);
      this.#record.change({ model: model ?? undefined });
    }
    if (title !== undefined) {
      this.#record.rename(title);
      await agent?.rename?.(title);
    }
  }

  async pane(): Promise<Pane> {
    const agent = await this.#runner.agent();
    if (agent?.pane) return agent.pane;
    throw new BeckonError('not_supported', 'This session does not run in a terminal of Beckon’s.');
  }

  /** For a gateway that stops: an agent that can live on does, any other is ended, and what it waits for is parked. */
  async leave(): Promise<void> {
    this.#returning.stop();
    if (this.#runner.state === 'starting') await this.#runner.agent();
    const agent = this.#runner.running?.agent;
    const isWaiting = this.#house.ledger.unfinished(this.info.id).length > 0;
    this.#runner.happen({ type: 'leave', agent: agent?.leave ? 'lives on' : isWaiting ? 'waits' : 'ends' });
    this.#idleness.watch();
    await this.#runner.settled();
    this.#record.save();
  }

  /** For a session whose agent is not there any more at the start of a gateway, in the state in which the last left it. */
  agentLost(lastState: SessionState): void {
    const { ledger, drivers } = this.#house;
    const asks = ledger.unfinished(this.info.id);
    const areParked = asks.every((ask) => ask.phase !== 'handed' && wayOf(ask) !== 'direct');
    // One that could have lived on without a gateway went away by itself.
    const reason = drivers[this.info.driver]?.watch ? 'agent_gone' : 'gateway_stopped';
    if (lastState === 'assistant_turn') this.#record.resumeTurn(this.info.lastActivityAt);
    this.#runner.happen({ type: 'lost', reason, isKnown: lastState === 'dead' && areParked });
  }

  /** For a session that is about to be removed. */
  async discard(): Promise<void> {
    this.#returning.stop();
    this.#runner.happen({ type: 'remove' });
    await this.#runner.settled();
  }

  /** Throws where the session itself cannot be written; of what was said in it, the rest is tried again later. */
  save(): void {
    this.#record.saveInfo();
    this.#record.save();
  }

  /** Writes the session itself, also where nothing has changed. Throws where it cannot. */
  write(): void {
    this.#record.writeInfo();
  }

  /** Tells every client of a session that they do not know yet. */
  announce(): void {
    this.#record.change({});
  }

  emit(event: SessionEventDraft): void {
    this.#record.emit(event);
  }

  /** An ask of this session has been raised or has taken a step, of which clients have been told. */
  askStepped(ask: Ask, step: 'opened' | 'changed'): void {
    this.#record.apply(askEvent(ask, step));
    this.#attend();
    if (comesBeforeAgent(ask) && step === 'opened') this.#runner.waitInLine();
    if (!this.#returning.hasAnswer) this.#answersGone();
    // Not in the middle of the step: several asks may take one together.
    queueMicrotask(() => {
      this.#runner.checkDoor();
      this.#returning.check();
    });
  }

  #answersGone(): void {
    this.#runner.answersGone();
    const isTakenBack = this.#runner.state === 'resting' && this.info.end?.reason === 'undelivered';
    if (isTakenBack) this.#record.change({ end: { reason: 'parked' } });
  }

  /** What its agent does may have changed: the time for which it may rest begins anew, and it may be able to give way. */
  #attend(): void {
    this.#idleness.watch();
    this.#house.startQueue.lookSoon();
  }

  #seenByReturning(): ReturningSession {
    return {
      info: () => this.info,
      isBetweenAgents: () => this.#runner.isBetweenAgents,
      // What has failed before is tried again without a word, until it works.
      agent: () => {
        const isQuiet = this.info.end?.reason === 'undelivered';
        return this.#runner.want(goOn, { isForAnswers: true, isQuiet }).agent;
      },
      say: (agent, { id, text }, shownId) =>
        this.#record.sayings.say(agent, { id, parts: [{ type: 'text', text }] }, shownId),
      turnLost: () => this.#record.endTurn('failed'),
    };
  }

  #endIdle(): void {
    // A command that runs in the background ends with its agent.
    if (this.#runner.running?.run.isBusy) this.#idleness.watch();
    else this.#runner.happen({ type: 'close', end: { reason: 'idle' } });
  }

  /** Never while an ask is open: its answer must find its agent. One that lives on without us is its person's. */
  #isIdle(): boolean {
    const agent = this.#runner.running?.agent;
    const isReady = agent !== undefined && !agent.leave && this.info.state === 'user_turn';
    return isReady && this.#house.ledger.unfinished(this.info.id).length === 0;
  }
}

/** Where an agent may have died before it kept anything, it begins anew. */
const goOn: Launch = { conversation: 'kept-or-new' };
