// One session: what is known of it, its conversation, and its agent, which comes and goes while the session stays.
import { randomUUID } from 'node:crypto';
import type {
  Ask,
  EndReason,
  ParkReason,
  Prompt,
  Session,
  SessionEventDraft,
  SessionInfo,
  SessionState,
  TurnOutcome,
  UpdateSession,
  Usage,
} from '@beckon/protocol';
import { addUsage, askEvent, BeckonError, promptParts, wayOf } from '@beckon/protocol';
import type { Agent, AgentSpec, Pane, RunningAgent } from '../drivers/driver.ts';
import { AgentRun } from '../agents/agentRun.ts';
import { ConversationRecord } from './conversation/conversationRecord.ts';
import { earlierMessages } from './conversation/earlierMessages.ts';
import { Delivery } from '../asks/returning/delivery.ts';
import type { House } from './house.ts';
import { Idleness } from '../agents/idleness.ts';
import type { InfoChange } from './keptInfo.ts';
import { KeptInfo } from './keptInfo.ts';
import {
  giveUpParked,
  observeResult,
  parkAll,
  parkTold,
  returningAsk,
  settleAfterTurn,
  settleSubagents,
  settleTold,
  takeStock,
  undeliveredAsks,
} from '../asks/returning/parking.ts';
import { recalling } from './conversation/recalled.ts';
import { retellAnswers } from '../asks/returning/retelling.ts';
import { Sayings } from './conversation/sayings.ts';
import type { StoredSession } from '../store/sessionStore.ts';
import type { Deaths } from '../asks/returning/startAgent.ts';
import { startAgent } from '../asks/returning/startAgent.ts';
import { titleFrom, untitled } from './title.ts';
import { Turn } from './turn.ts';
import { withAsks } from './withAsks.ts';

const diedAtOnce = 'The agent ended as soon as it was started.';
const SHORT_LIFE_MS = 10_000;
const cutOff = 'The gateway stopped while the agent was at work.';

interface Run {
  run: AgentRun;
  agent: Promise<Agent>;
}

export class LiveSession {
  readonly #house: House;
  readonly #kept: KeptInfo;
  readonly #record: ConversationRecord;
  #run: Run | undefined;
  /** Resolves once the last agent that was ended is gone. */
  #closed = Promise.resolve();
  #isDiscarded = false;
  /** What still happens to it is nobody's any more, and must not be written. */
  #isGone = false;
  readonly #turn: Turn;
  /** The agent is gone, and it is not known yet what can return. */
  #isTakingStock = false;
  /** Somebody gave up meanwhile: whatever is found to wait is given up, too. */
  #isGivingUp = false;
  readonly #deaths: Deaths = { count: 0 };
  /** How the last agent died, where that came soon and so may come again: while it was started, or shortly after. */
  #earlyDeath: 'at_start' | 'soon_after' | undefined;
  readonly #sayings: Sayings;
  readonly #delivery: Delivery;
  /** Whether the agent is ours to end; one that lives on without us is its person's. */
  #isOurs = true;
  readonly #idleness: Idleness;

  constructor(house: House, info: StoredSession) {
    this.#house = house;
    this.#kept = new KeptInfo(house, info);
    this.#record = new ConversationRecord({ sessionId: info.id, ...house, past: earlierMessages(house, this.#kept) });
    this.#turn = new Turn(house.clock);
    this.#sayings = new Sayings({
      house,
      kept: this.#kept,
      record: this.#record,
      emit: (event) => this.emit(event),
      change: (change, sent) => this.#change(change, sent),
    });
    this.#idleness = new Idleness({
      clock: house.clock,
      afterMs: house.limits.idleAfterMs,
      isIdle: () => this.#isIdle(),
      end: () => {
        // A command that runs in the background ends with its agent.
        if (this.#run?.run.isBusy) this.#idleness.watch();
        else void this.close('idle');
      },
    });
    this.#delivery = new Delivery({
      clock: house.clock,
      undelivered: () => undeliveredAsks(house, info.id).length,
      attempt: () => this.#bringAnswers(),
      failed: (message, nextAt) => {
        for (const { id } of undeliveredAsks(house, info.id)) house.ledger.deliveryFailed(id, { message, nextAt });
      },
    });
  }

  get info(): SessionInfo {
    return this.#kept.current;
  }

  get session(): Session {
    return withAsks(this.info, this.#house.ledger.openAsks(this.info.id));
  }

  get isDiscarded(): boolean {
    return this.#isDiscarded;
  }

  get record(): Pick<ConversationRecord, 'isEmpty' | 'earlier' | 'page'> {
    return this.#record;
  }

  /** Makes sure that an agent runs, and resolves once it can take messages. */
  start(conversation: AgentSpec['conversation']): Promise<Agent> {
    if (this.#isDiscarded) throw new BeckonError('session_not_found', 'This session was removed on another device.');
    this.#run ??= this.#startRun(conversation);
    return this.#run.agent;
  }

  /** Takes up an agent that runs already. */
  join(running: RunningAgent): Promise<Agent> {
    this.#run ??= this.#beginRun((run) => run.join(running));
    return this.#run.agent;
  }

  /** The message is accepted once there is an agent that takes it; where there is none, nothing has happened. */
  async send(content: Prompt, id: string = randomUUID()): Promise<void> {
    const parts = promptParts(content);
    // Before the first message the agent has kept nothing that it could go on from.
    const agent = await this.start(this.#record.isEmpty ? 'new' : 'kept-or-new');
    if (this.info.title === untitled) this.#change({ title: titleFrom(content) });
    await this.#sayings.say(agent, { id, parts });
  }

  hasMessage(id: string): boolean {
    return this.#record.find(id) !== undefined;
  }

  /** Stops the turn; what waits without an agent is given up. */
  async interrupt(): Promise<void> {
    // At once, so that no agent that is just being started gets an answer; and what is parked until it has been.
    const isWaiting = () => this.#house.ledger.unfinished(this.info.id).length > 0;
    const wasWaiting = isWaiting();
    this.#giveUpAtOnce();
    this.#isGivingUp = this.#isTakingStock;
    const agent = await this.#agent();
    if (!agent) await this.#closed;
    try {
      giveUpParked(this.#house, this.info.id);
    } finally {
      await agent?.interrupt();
    }
    if (agent) return;
    this.#endTurn('interrupted');
    if (wasWaiting && !isWaiting() && !this.#run) this.#change({ end: { reason: 'idle' } });
  }

  /** Brings the answers that wait to an agent now, where that failed before. */
  deliver(): Promise<void> {
    return this.#delivery.tryNow();
  }

  async update({ permissionMode, model, title }: UpdateSession): Promise<void> {
    const agent = await this.#agent();
    if (permissionMode !== undefined) {
      await agent?.setPermissionMode(permissionMode);
      this.#change({ permissionMode });
    }
    if (model !== undefined) {
      await agent?.setModel(model ?? undefined);
      this.#change({ model: model ?? undefined });
    }
    if (title !== undefined) this.#change({ title });
  }

  async pane(): Promise<Pane> {
    const agent = await this.#agent();
    if (agent?.pane) return agent.pane;
    throw new BeckonError('not_supported', 'This session does not run in a terminal of Beckon’s.');
  }

  /** Ends the agent; the session stays and the next message brings it back. */
  close(reason: EndReason): Promise<void> {
    const current = this.#run;
    if (current) {
      if (reason === 'gateway_stopped') this.#endTurn('failed', cutOff);
      this.#end({ reason });
      this.#closed = this.#finish(current);
    }
    return this.#closed;
  }

  /** For a gateway that stops: an agent that can live on does, any other is ended, and what it waits for is parked. */
  async leave(): Promise<void> {
    this.#delivery.stop();
    const current = this.#run;
    const agent = await this.#agent();
    if (!agent?.leave) {
      const isWaiting = this.#house.ledger.unfinished(this.info.id).length > 0;
      return isWaiting ? this.#suspend('gateway_stopped') : this.close('gateway_stopped');
    }
    this.#run = undefined;
    this.#idleness.watch();
    await current?.run.leave();
    this.#record.save();
  }

  /** Throws where it cannot be written. */
  save(): void {
    this.#kept.save();
  }

  /** The same, also where nothing has changed. */
  write(): void {
    this.#kept.write();
  }

  /** As far as it can be written; the rest is tried again with the next change. */
  saveConversation(): void {
    this.#record.save();
  }

  /** For a session whose agent is not there any more at the start of a gateway, in the state in which the last left it. */
  agentLost(lastState: SessionState): void {
    const { ledger, drivers } = this.#house;
    const areParked = ledger.unfinished(this.info.id).every((ask) => ask.phase !== 'handed' && wayOf(ask) !== 'direct');
    // One that could have lived on without a gateway went away by itself.
    const reason = drivers[this.info.driver]?.watch ? 'agent_gone' : 'gateway_stopped';
    if (lastState === 'assistant_turn') this.#turn.begin(this.info.lastActivityAt);
    parkAll(this.#house, this.info.id, reason);
    if (lastState !== 'dead' || !areParked) void this.#parked(reason, { reason });
    else {
      this.#closed = this.#sayings.agentGone({ diedSoon: false });
      this.#delivery.check();
    }
  }

  /** For a session that is about to be removed. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    this.#delivery.stop();
    this.#house.ledger.withdrawAll('agent_gone', this.info.id);
    await this.close('gateway_stopped');
    this.#isGone = true;
    this.#record.discard();
  }

  /** Numbers the event, keeps it in the record and tells every client. */
  emit(event: SessionEventDraft): void {
    if (this.#isGone) return;
    this.#house.events.append(this.info.id, event);
    if (event.type !== 'session_status') this.#record.apply(event);
    this.#turn.hear(event);
    if (event.type === 'tool_result') observeResult(this.#house, this.info.id, event.data);
    if (event.type === 'done') this.#turnDone(event.data);
  }

  /** An ask of this session has been raised or has taken a step. */
  askStepped(ask: Ask, step: 'opened' | 'changed'): void {
    if (!this.#isGone) this.#record.apply(askEvent(ask, step));
    this.#idleness.watch();
    const isTakenBack =
      this.info.end?.reason === 'undelivered' && undeliveredAsks(this.#house, this.info.id).length === 0;
    if (isTakenBack) this.#change({ end: { reason: 'parked' } });
    // Not in the middle of the step: where asks are parked because their agent went away, that agent is still held here.
    queueMicrotask(() => {
      if (!this.#isTakingStock) this.#delivery.check();
    });
  }

  /** The agent, where one runs or is just being started and comes to run. */
  async #agent(): Promise<Agent | undefined> {
    return this.#run?.agent.catch(() => undefined);
  }

  #startRun(conversation: AgentSpec['conversation']): Run {
    const { claudeArguments = [] } = this.#kept.private;
    const { id: sessionId, conversationId, cwd, permissionMode, model, driver: name } = this.info;
    const driver = this.#house.drivers[name];
    if (!driver) throw new BeckonError('not_supported', `This gateway runs no ${name} sessions.`);
    const spec = { sessionId, conversationId, cwd, permissionMode, model, claudeArguments, conversation };
    return this.#beginRun(async (run) => {
      const lost = () => this.#endTurn('failed');
      const deaths = this.#deaths;
      const { agent, hasReturned } = await startAgent(this.#house, run, { driver, spec, deaths, lost });
      if (hasReturned) this.#change({ state: 'assistant_turn' });
      await this.#sayings.sayUnread(agent);
      return agent;
    });
  }

  #beginRun(begin: (run: AgentRun) => Promise<Agent>): Run {
    const run = new AgentRun(this.#house, this.info.id, {
      save: () => this.save(),
      emit: (event) => this.emit(event),
      ...recalling({ house: this.#house, record: this.#record, kept: this.#kept, emit: (event) => this.emit(event) }),
      update: (change) => {
        this.#change(change);
        if (change.state === 'user_turn') this.#cameToRest(run);
      },
      ended: (end) => {
        this.#run = undefined;
        const livedBriefly = this.#house.clock.now() - startedAt < SHORT_LIFE_MS;
        this.#earlyDeath = livedBriefly ? 'soon_after' : undefined;
        void this.#parked('agent_gone', end);
      },
      overdue: () => void this.#parkOverdue(run),
    });
    const startedAt = this.#house.clock.now();
    this.#sayings.agentStarts();
    this.#change({ state: 'starting', end: undefined });
    // Two agents on one conversation would write over each other.
    const start = this.#closed.then(() => begin(run));
    const agent = start.then(
      (started) => {
        this.#isOurs = !started.leave;
        const state = this.info.state === 'starting' ? 'user_turn' : this.info.state;
        if (this.#run?.run === run) this.#change({ state, abilities: [...started.abilities] });
        return started;
      },
      (thrown: unknown) => {
        run.abandon();
        parkAll(this.#house, this.info.id, 'agent_gone');
        const error = BeckonError.from(thrown);
        if (this.#run?.run === run) this.#startFailed(error.message);
        throw error;
      },
    );
    return { run, agent };
  }

  #startFailed(message: string): void {
    const { id } = this.info;
    const reason = undeliveredAsks(this.#house, id).length > 0 ? 'undelivered' : 'start_failed';
    const wasGiven = this.#house.ledger.unfinished(id).some(({ phase }) => phase === 'handed');
    // It may have got an answer before it failed, and nobody knows what it did with it.
    if (!wasGiven) return this.#end({ reason, message });
    this.#earlyDeath = 'at_start';
    void this.#parked('agent_gone', { reason, message });
  }

  async #finish({ run, agent }: Run): Promise<void> {
    await this.#ended(run.close().then(() => agent.catch(() => undefined)));
    this.#record.save();
    await this.#sayings.agentGone({ diedSoon: false });
  }

  async #ended(ending: Promise<unknown>): Promise<void> {
    try {
      await ending;
    } catch (error) {
      this.#house.log.error({ error, sessionId: this.info.id }, 'could not end the agent');
    }
  }

  async #parkOverdue(run: AgentRun): Promise<void> {
    const agent = await this.#agent();
    if (agent?.suspend && run.isOverdue && this.#run?.run === run) await this.#suspend('limit');
  }

  /** Ends the agent in the middle of its wait. */
  #suspend(reason: ParkReason): Promise<void> {
    const suspended = this.#run?.run.suspend(reason);
    this.#run = undefined;
    this.#closed = this.#ended(Promise.all([this.#closed, suspended]));
    return this.#parked(reason, { reason: 'gateway_stopped' });
  }

  /** The agent is gone. What it waited for stays, and no other agent is started before it is known what can return. */
  #parked(reason: ParkReason, end: { reason: EndReason; message?: string }): Promise<void> {
    const { id } = this.info;
    const isWaiting = this.#house.ledger.unfinished(id).some((ask) => wayOf(ask) !== 'direct');
    this.#end(isWaiting ? { ...end, reason: 'parked' } : end);
    this.#isTakingStock = true;
    this.#closed = this.#takeStock(reason).catch((error: unknown) => {
      this.#isTakingStock = false;
      this.#house.log.error({ error, sessionId: id }, 'could not find out what the agent has left');
    });
    return this.#closed;
  }

  async #takeStock(reason: ParkReason): Promise<void> {
    const { id } = this.info;
    await this.#closed;
    await this.#sayings.agentGone({ diedSoon: this.#earlyDeath === 'soon_after' });
    const asks = this.#house.ledger.unfinished(id);
    if (asks.length > 0) await takeStock(this.#house, this.info, reason);
    if (this.#isGivingUp) this.#giveUpAtOnce();
    this.#isGivingUp = false;
    // A turn whose call comes back goes on then.
    if (!returningAsk(this.#house, id)) this.#endTurn('failed', reason === 'gateway_stopped' ? cutOff : undefined);
    this.#record.save();
    this.#isTakingStock = false;
    // An agent that dies of what it is told would otherwise be told again at once, for ever.
    const wasTold = asks.some(({ phase }) => phase === 'handed');
    const diesOfIt = this.#earlyDeath && wasTold && undeliveredAsks(this.#house, id).length > 0;
    this.#earlyDeath = undefined;
    if (diesOfIt) this.#delivery.backOff(this.info.end?.message ?? diedAtOnce);
    else this.#delivery.check();
  }

  /** As far as it can be written; it is tried again before whoever gives up is told that it is done. */
  #giveUpAtOnce(): void {
    try {
      giveUpParked(this.#house, this.info.id);
    } catch (error) {
      this.#house.log.warn({ error, sessionId: this.info.id }, 'could not give up');
    }
  }

  async #bringAnswers(): Promise<void> {
    const agent = await this.start('kept-or-new');
    await retellAnswers(this.#house, this.info.id, async (ask, text) => {
      await this.#sayings.say(agent, { id: randomUUID(), parts: [{ type: 'text', text }] }, ask.id);
      this.#turn.told();
    });
  }

  /** The agent has nothing more to do. */
  #cameToRest(run: AgentRun): void {
    const { id } = this.info;
    if (run.isAlone) settleSubagents(this.#house, id);
    // It may have come to rest before it read what it was told.
    if (!this.#turn.hasEndedSinceTold) return;
    const { unheard } = this.#turn;
    if (unheard === undefined) settleTold(this.#house, id);
    else if (parkTold(this.#house, id)) this.#delivery.backOff(unheard);
  }

  /** A turn that ended without its agent having said so. */
  #endTurn(outcome: TurnOutcome, why?: string): void {
    for (const event of this.#turn.breakOff(outcome, why)) this.emit(event);
  }

  #end(end: { reason: EndReason; message?: string }): void {
    this.#run = undefined;
    this.#change({ state: 'dead', end });
    this.#record.save();
  }

  #turnDone({ outcome, usage }: { outcome: TurnOutcome; usage: Usage }): void {
    this.#turn.end(outcome);
    this.#sayings.turnEnded();
    settleAfterTurn(this.#house, this.info.id);
    this.#change({ usage: addUsage(this.info.usage, usage) });
  }

  #change(change: InfoChange, sent = this.#kept.sent): void {
    if (this.#isGone) return;
    if (change.state === 'assistant_turn') this.#turn.begin();
    if (change.state === 'user_turn') this.#turn.end();
    this.#kept.change(change, change.state === 'user_turn' ? this.#sayings.afterRest(sent) : sent);
    this.emit({ type: 'session_status', data: { session: this.info } });
    this.#idleness.watch();
  }

  /** Never while an ask is open: its answer must find its agent. */
  #isIdle(): boolean {
    const isReady = this.#run !== undefined && this.#isOurs && this.info.state === 'user_turn';
    return isReady && this.#house.ledger.unfinished(this.info.id).length === 0;
  }
}
