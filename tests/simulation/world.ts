// The simulated world: a gateway that is started again whenever it dies, the disk that stays, agents, people's devices. The
// gateway is the real one, from its composition root to its transport.
import type { BeckonError, GatewayEvent } from '@beckon/protocol';
import { isAskEvent, noUsage } from '@beckon/protocol';
import type { Stores } from '../../packages/gateway/src/store/stores.ts';
import type { Driver } from '../../packages/gateway/src/drivers/driver.ts';
import type { Gateway } from '../../packages/gateway/src/gateway.ts';
import { openGateway } from '../../packages/gateway/src/gateway.ts';
import { Agenda } from './agenda.ts';
import type { Execution, Press } from './book.ts';
import { Book } from './book.ts';
import { Follower } from './follower.ts';
import { checkAcknowledged, checkExecuted, checkRefused, checkTold } from './invariants.ts';
import { Random } from '../support/random.ts';
import type { Retold } from './readRetelling.ts';
import type { SimAgent } from './simAgent.ts';
import { SimClient } from './simClient.ts';
import { SimClock } from './simClock.ts';
import { SimDisk } from './simDisk.ts';
import { createSimDriver } from './simDriver.ts';
import { simChannel, simSender } from './simServices.ts';
import type { Temper } from './temper.ts';
import { makeTemper } from './temper.ts';
import { Transcript } from './transcript.ts';
import { Violation } from './violation.ts';

/** The gateway's process, from its start to its death. */
export interface Life {
  isOver: boolean;
  die(): void;
}

/** All that agents and their driver know of the world. */
export type Nature = Pick<
  World,
  | 'agenda'
  | 'random'
  | 'book'
  | 'temper'
  | 'isWindingDown'
  | 'now'
  | 'newCallId'
  | 'transcript'
  | 'executed'
  | 'heard'
  | 'read'
  | 'agentStarted'
  | 'agentEnded'
  | 'endAgentsLeftBehind'
  | 'doStartsFail'
  | 'isCallRefused'
  | 'isModelOutOfReach'
  | 'isTranscriptUnreadable'
>;

/** Breaks the gateway on purpose, at each of its starts: to see whether that is noticed. */
export interface Sabotage {
  gateway?(gateway: Gateway): void;
  stores?(stores: Stores): Stores;
  driver?(driver: Driver): Driver;
}

export interface WorldOptions {
  sabotage?: Sabotage;
  /** What is not left to chance about the kind of run. */
  temper?: Partial<Temper>;
}

export class World {
  readonly random: Random;
  readonly temper: Temper;
  readonly agenda = new Agenda();
  readonly clock = new SimClock();
  readonly disk = new SimDisk();
  readonly book = new Book();
  readonly clients: SimClient[];
  readonly agents: SimAgent[] = [];
  readonly trace: string[] = [];
  /** Absent while no gateway runs. */
  gateway: Gateway | undefined;
  follower: Follower | undefined;
  life: Life = { isOver: true, die: () => undefined };
  /** No more faults, and agents begin nothing new. */
  isWindingDown = false;
  areStartsFailing = false;
  /** The first promise that was broken. */
  violation: Violation | undefined;
  readonly #transcripts = new Map<string, Transcript>();
  readonly #sabotage: Sabotage;
  #callCount = 0;

  constructor(seed: number, { sabotage = {}, temper = {} }: WorldOptions = {}) {
    this.random = new Random(seed);
    this.#sabotage = sabotage;
    this.temper = { ...makeTemper(this.random), ...temper };
    const sessions = Array.from({ length: this.temper.sessions }, (_, index) => this.#keepSession(index + 1));
    for (let number = 1; number <= this.temper.channels; number++) {
      this.disk.keepChannel(simChannel(number, this.now()));
    }
    this.clients = Array.from(
      { length: this.temper.clients },
      (_, index) => new SimClient(this, `device ${index + 1}`),
    );
    this.start();
    for (const sessionId of sessions) this.clients[0]?.write(sessionId);
  }

  /** Starts a gateway on what is on the disk. */
  start(): void {
    this.disk.recover(this.random.chance(0.5));
    const life: Life = { isOver: false, die: () => this.crash('killed') };
    this.life = life;
    const driver = createSimDriver(this, life);
    const stores = this.disk.open(life, () => this.now());
    void openGateway({
      drivers: [this.#sabotage.driver?.(driver) ?? driver],
      about: { version: '0.0.0', defaultCwd: '/' },
      stores: this.#sabotage.stores?.(stores) ?? stores,
      clock: this.clock.during(life),
      limits: this.temper.limits,
      givenSettings: { answerDelaySeconds: { value: this.temper.answerDelaySeconds, words: 'a temper' } },
      senders: { webhook: simSender(this, life) },
      eventTail: { tailEvents: this.temper.tailEvents },
      keepDays: 0,
    }).then(
      (gateway) => life.isOver || this.#opened(gateway, life),
      () => life.isOver || this.crash('killed'),
    );
  }

  /** `killed`: what was written stays. `power`: only what was synced does, and the agents' own writing is not. */
  crash(how: 'killed' | 'power'): void {
    this.#over();
    for (const agent of this.agents) {
      if (how === 'power') agent.kill();
      else agent.leaveBehind();
    }
    if (how === 'power') {
      this.disk.losePower();
      this.#noteUnkept();
      for (const [sessionId, transcript] of this.#transcripts) {
        const lines = this.random.below(3) * this.temper.oddity;
        if (lines > 0) this.book.unreadable.add(sessionId);
        transcript.losePower(lines);
      }
    }
    this.note(how === 'power' ? 'the power fails' : 'the gateway is killed');
  }

  /** Stopped in good order. */
  stop(): void {
    const { gateway, life } = this;
    if (!gateway) return;
    void gateway.close().then(
      () => life.isOver || this.#over(),
      (error: unknown) => this.broken('stop', String(error)),
    );
  }

  broken(rule: string, what: string): void {
    this.violation ??= new Violation(rule, what);
  }

  note(what: string): void {
    this.trace.push(what);
  }

  now(): number {
    return this.clock.now();
  }

  channelAt(url: string): string {
    return simChannel(Number(url.slice(-1)), 0).id;
  }

  newCallId(): string {
    this.#callCount += 1;
    return `call ${this.#callCount}`;
  }

  transcript(sessionId: string): Transcript {
    const transcript = this.#transcripts.get(sessionId) ?? new Transcript();
    this.#transcripts.set(sessionId, transcript);
    return transcript;
  }

  agentStarted(agent: SimAgent): void {
    const other = this.agents.find(({ sessionId, isAlive }) => isAlive && sessionId === agent.sessionId);
    if (other) this.broken('one agent', 'two agents run on one conversation');
    const { maxAgents } = this.temper.limits;
    const running = this.agents.filter(({ isAlive }) => isAlive).length;
    if (running >= maxAgents) this.broken('room', `${running + 1} agents run, and there is room for ${maxAgents}`);
    this.agents.push(agent);
  }

  agentEnded({ sessionId }: SimAgent): void {
    this.book.ended.add(sessionId);
  }

  endAgentsLeftBehind(): void {
    for (const agent of this.agents) if (agent.isAlive) agent.kill();
  }

  executed(execution: Execution): void {
    this.note(`ran ${execution.call.id}`);
    checkExecuted(this, execution);
    this.book.executions.push(execution);
  }

  /** An agent reads messages: none is sent to it that its conversation holds already, unless no disk took it then. */
  read(sessionId: string, messageIds: readonly string[]): void {
    for (const id of messageIds) {
      const isRead = this.transcript(sessionId).hasRead(id);
      if (isRead && !this.book.unkept.has(id)) this.broken('messages', `${id} was sent to an agent that had read it`);
      this.book.read.set(id, sessionId);
    }
    this.#noteUnkept();
  }

  heard(sessionId: string, { call: { toolName, input } }: Retold): void {
    this.book.retold.push({ sessionId, toolName, input });
  }

  #noteUnkept(): void {
    for (const [id, sessionId] of this.book.read) {
      if (!this.disk.hasMessage(sessionId, id)) this.book.unkept.add(id);
    }
  }

  doStartsFail(): boolean {
    return !this.isWindingDown && (this.areStartsFailing || this.random.chance(this.temper.startFailure));
  }

  isCallRefused(): boolean {
    return !this.isWindingDown && this.random.chance(this.temper.callRefused);
  }

  isModelOutOfReach(): boolean {
    return !this.isWindingDown && this.random.chance(this.temper.modelFailure);
  }

  isTranscriptUnreadable(sessionId: string): boolean {
    const isUnreadable = !this.isWindingDown && this.random.chance(this.temper.unreadable);
    if (isUnreadable) this.book.unreadable.add(sessionId);
    return isUnreadable;
  }

  acknowledged(press: Press): void {
    checkAcknowledged(this, press);
  }

  refused(press: Press, error: BeckonError): void {
    checkRefused(this, press, error);
  }

  #over(): void {
    // One that is down already is started once all the same: two gateways never share a disk (L10).
    const isDown = this.life.isOver;
    this.life.isOver = true;
    this.gateway = undefined;
    this.follower = undefined;
    this.clock.end(this.life);
    this.agenda.drop(this.life);
    this.disk.nextFault = undefined;
    if (!isDown) this.agenda.add(this, 'the gateway is started', () => this.start());
  }

  #opened(gateway: Gateway, life: Life): void {
    this.gateway = gateway;
    this.#sabotage.gateway?.(gateway);
    const follower = new Follower(gateway);
    this.follower = follower;
    const { events } = gateway.parts;
    const cursor = events.cursor();
    const hear = () => {
      if (life.isOver) return;
      for (const { event } of cursor.take()) {
        follower.hear(event);
        checkTold(this, event);
        this.note(inShort(event));
      }
    };
    hear();
    events.onAppend(hear);
  }

  #keepSession(number: number): string {
    const id = `00000000-0000-4000-8000-00000000000${number}`;
    this.disk.keep({
      id,
      driver: 'sdk',
      cwd: '/',
      title: `Session ${number}`,
      state: 'dead',
      permissionMode: 'default',
      models: [],
      abilities: ['message'],
      createdAt: this.now(),
      lastActivityAt: this.now(),
      usage: noUsage,
    });
    return id;
  }
}

/** Without the ids that differ from run to run. */
function inShort(event: GatewayEvent): string {
  if (!('sessionId' in event)) return `event ${event.seq} ${event.type}`;
  const session = event.sessionId.slice(-1);
  if (event.type === 'session_status') return `event ${event.seq} session ${session} is ${event.data.session.state}`;
  if (!isAskEvent(event)) return `event ${event.seq} ${event.type} in session ${session}`;
  const { toolCallId, state, parked, withdrawalReason = '', handedAt } = event.data.ask;
  const details = [parked?.isOrphaned ? 'orphaned' : parked && 'parked', handedAt && 'handed', withdrawalReason];
  return `event ${event.seq} ${toolCallId} in session ${session} is ${[state, ...details].filter(Boolean).join(', ')}`;
}
