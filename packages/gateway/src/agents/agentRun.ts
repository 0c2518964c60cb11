// One agent while it runs: what it reports goes to the session, what it asks goes to the ledger, and when it is over
// nothing that it still says counts.
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { AskId, PermissionMode, SessionEventDraft, SessionId } from '@beckon/protocol';
import { BeckonError, EndOfWait, grantsOf, leavesMode, wayOf } from '@beckon/protocol';
import type {
  Agent,
  AgentAsk,
  AgentHost,
  AgentSpec,
  AgentStatus,
  AskOutcome,
  Driver,
  InputContent,
  Place,
  RunningAgent,
} from '../drivers/driver.ts';
import type { AskLimit, House } from '../house.ts';
import { isEdit, withFile } from '../editedFiles/withFile.ts';
import { keepInput } from '../largeInputs/keeping.ts';
import { AskLine } from './askLine.ts';
import { isLarge, type LargeAsk, makeSmall } from '../largeInputs/largeAsks.ts';
import { startLimitTimer } from './limitTimer.ts';
import { onceWritable } from './onceWritable.ts';

/** More than anyone answers one by one. */
const mostOpenAsks = 200;

export interface AgentRunEvents {
  /** Makes sure that the session is kept: an ask without it would be nobody's. Throws where it cannot be written. */
  save(): void;
  readonly session: AgentHost['session'];
  readonly place: Place | undefined;
  reached: AgentHost['reached'];
  tellPast: AgentHost['tellPast'];
  emit(event: SessionEventDraft): void;
  update(change: AgentStatus): void;
  /** Its person's answer has taken the agent out of its mode, into this one where the answer names one. */
  leftMode(mode: PermissionMode | undefined): void;
  ended: AgentHost['ended'];
  /** An ask has waited for as long as an agent should. */
  overdue(): void;
  /** So many more asks wait for their turn. */
  moreAsks(count: number): void;
}

export class AgentRun {
  readonly #house: House;
  readonly #sessionId: SessionId;
  readonly #session: AgentRunEvents;
  #agent: Agent | undefined;
  /** Aborted when the run is over. */
  readonly #end = new AbortController();
  #isSuspended = false;
  /** The tool calls that this run has asked about. */
  readonly #asked = new Set<string>();
  /** The tool calls of the time before it was joined that have a result. */
  readonly #finished = new Set<string>();
  readonly #overdue = new Set<AskId>();
  readonly #line: AskLine;

  constructor(house: House, sessionId: SessionId, session: AgentRunEvents) {
    this.#house = house;
    this.#sessionId = sessionId;
    this.#session = session;
    // As many as there are asks may listen to it at once, which Node would take for a leak.
    setMaxListeners(0, this.#end.signal);
    this.#line = new AskLine({
      most: house.limits.openAsks ?? mostOpenAsks,
      clock: house.clock,
      onLength: (length) => session.moreAsks(length),
    });
    this.#end.signal.addEventListener('abort', () => this.#line.close());
  }

  async start(driver: Driver, spec: AgentSpec): Promise<Agent> {
    return this.#hold(await driver.start(spec, this.#host()));
  }

  /** What was asked before and is not asked again has been answered without us, unless its agent was known to be gone. */
  async join(running: RunningAgent): Promise<Agent> {
    const agent = await this.#hold(await running.join(this.#host()));
    for (const ask of this.#house.ledger.unfinished(this.#sessionId)) {
      // What the agent does with an answer that it was handed, its record will tell.
      const isOver = (wayOf(ask) === 'direct' && ask.phase !== 'handed') || this.#finished.has(ask.toolCallId);
      if (isOver && !this.#asked.has(ask.toolCallId)) this.#house.ledger.withdraw(ask.id, 'answered_in_terminal');
    }
    return agent;
  }

  /** Lets go of the agent, where it lives on; what it has asked stays open. Says whether it did. */
  async leave(): Promise<boolean> {
    if (!this.#agent?.leave) return false;
    this.#end.abort();
    await this.#agent.leave();
    return true;
  }

  /** Whether all that the agent waits for has waited too long, and nothing else of it would be lost with it. */
  get isOverdue(): boolean {
    const asks = this.#house.ledger
      .unfinished(this.#sessionId)
      .filter(({ phase }) => phase !== 'parked' && phase !== 'orphaned');
    return (
      !this.isBusy &&
      this.asksInLine === 0 &&
      asks.every(({ id, phase, agentId }) => this.#overdue.has(id) && phase !== 'delayed' && agentId === undefined)
    );
  }

  /** How many asks wait for their turn to be opened. */
  get asksInLine(): number {
    return this.#line.length;
  }

  /** Whether something of the agent is known to be at work besides its turn. */
  get isBusy(): boolean {
    return this.#agent?.isBusy === true;
  }

  /** Whether nothing of the agent is at work besides its turn, as far as that can be known. */
  get isAlone(): boolean {
    return this.#agent?.isBusy === false;
  }

  /** Ends the agent in the middle of its wait; the asks stay. */
  async suspend(): Promise<void> {
    this.#isSuspended = true;
    this.#end.abort();
    const agent = this.#agent;
    await (agent?.suspend ?? agent?.close)?.call(agent);
  }

  /** No agent has come of it; where one is left all the same, nothing that it says counts. */
  abandon(): void {
    this.#end.abort();
  }

  async close(): Promise<void> {
    this.#end.abort();
    this.#house.ledger.withdrawAll('agent_gone', this.#sessionId);
    await this.#agent?.close();
  }

  async #hold(agent: Agent): Promise<Agent> {
    if (this.isOver) {
      await (agent.leave ?? (this.#isSuspended ? agent.suspend : undefined) ?? agent.close).call(agent);
      throw new BeckonError('agent_unavailable', 'The session was closed before its agent had started.');
    }
    this.#agent = agent;
    return agent;
  }

  /** Whether nothing that it still says counts. */
  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  #host(): AgentHost {
    const whileRunning =
      <T>(tell: (value: T) => void) =>
      (value: T) => {
        if (!this.isOver) tell(value);
      };
    return {
      now: () => this.#house.clock.now(),
      emit: whileRunning((event) => this.#session.emit(event)),
      session: this.#session.session,
      place: this.#session.place,
      reached: whileRunning((place) => this.#session.reached(place)),
      tellPast: async (piece) => {
        if (this.isOver) return;
        for (const event of piece.events) if (event.type === 'tool_result') this.#finished.add(event.data.toolCallId);
        await this.#session.tellPast(piece);
      },
      update: whileRunning((change) => this.#session.update(change)),
      ask: ({ content, ...ask }, signal) => {
        // At once: what an agent asks again while it is joined has not been answered without us.
        this.#asked.add(ask.toolCallId);
        const isToBeKept = content?.json ?? (!ask.abridged && isLarge(ask));
        if (isToBeKept) return this.#askLarge(ask, signal, content);
        return isEdit(ask) ? this.#askWithFile(ask, signal) : this.#ask(ask, signal);
      },
      reasoned: (toolCallId, reason) => {
        if (!this.isOver) this.#house.ledger.noteReason(this.#sessionId, toolCallId, reason);
      },
      ended: whileRunning((end) => {
        this.#end.abort();
        this.#session.ended(end);
      }),
    };
  }

  /** Not `async`: such a function would hold on to the ask as it came, for as long as it is open. */
  #askLarge(ask: AgentAsk, signal: AbortSignal, content = noContent): Promise<AskOutcome> {
    return this.#keepContent(ask, signal, content).then((kept) =>
      kept ? this.#askWithFile(kept, signal) : withdrawnAs('failed'),
    );
  }

  /** An edit is shown against the file as it is now. */
  async #askWithFile(ask: AgentAsk, signal: AbortSignal): Promise<AskOutcome> {
    return this.#ask(await withFile(ask, this.#house.clock), signal);
  }

  /** [L3] The whole input is kept before its ask; the ask then goes on without it. */
  async #keepContent(ask: AgentAsk, signal: AbortSignal, content: InputContent): Promise<AgentAsk | undefined> {
    try {
      const small = await this.#keptContent(ask, signal, content);
      content.json = undefined;
      return small;
    } catch (error) {
      this.#askFailed(ask, error);
      return undefined;
    }
  }

  async #keptContent(ask: AgentAsk, signal: AbortSignal, content: InputContent): Promise<AgentAsk> {
    const { clock, inputs } = this.#house;
    const signals = [signal, this.#end.signal];
    const { ask: small, digest, json } = handed(ask, content) ?? (await makeSmall(ask));
    // Where it is in vain, so is the ask.
    await onceWritable(() => keepInput(inputs, { digest, json }, signals), { clock, signals });
    return small;
  }

  /** [L3] What cannot be written down is not shown: the agent waits on, until it can be or nobody waits any more. */
  async #ask(draft: AgentAsk, signal: AbortSignal): Promise<AskOutcome> {
    const { clock, ledger } = this.#house;
    const signals = [signal, this.#end.signal];
    let reason: EndOfWait | undefined;
    const turn = this.#line.enter(signals);
    if (turn) await turn;
    try {
      const outcome = await onceWritable(() => this.#askNow(draft, signal), { clock, signals });
      if (outcome) return outcome;
    } catch (error) {
      this.#askFailed(draft, error);
      reason = 'failed';
    } finally {
      this.#line.leave();
    }
    if (this.isOver) return { type: 'withdrawn', reason: 'agent_gone' };
    reason ??= withdrawalReason(signal);
    // The ask may be in the ledger already, answered, where only the hand-over could not be written.
    const there = ledger.unfinished(this.#sessionId).find(({ toolCallId }) => toolCallId === draft.toolCallId);
    if (there) ledger.withdraw(there.id, reason);
    return { type: 'withdrawn', reason };
  }

  /** Something is wrong with Beckon itself, which no waiting mends: the agent goes on without, and its person knows. */
  #askFailed({ toolCallId, toolName }: AgentAsk, error: unknown): void {
    const { clock, log } = this.#house;
    log.error({ error, sessionId: this.#sessionId, toolCallId }, 'could not bring an ask to its person');
    const text = `The agent asked about ${toolName}, and Beckon could not bring that to you. Its log says why; nothing was approved.`;
    const notice = { messageId: randomUUID(), createdAt: clock.now(), level: 'error', text } as const;
    if (!this.isOver) this.#session.emit({ type: 'notice', data: notice });
  }

  async #askNow(draft: AgentAsk, signal: AbortSignal): Promise<AskOutcome> {
    const { ledger, clock } = this.#house;
    if (this.isOver) return { type: 'withdrawn', reason: 'agent_gone' };
    if (signal.aborted) return { type: 'withdrawn', reason: withdrawalReason(signal) };

    this.#session.save();
    const limit = this.#house.askLimit();
    const expiresAt = limit.outcome === 'deny' ? clock.now() + limit.afterMs : undefined;
    const { id } = ledger.open({ ...draft, sessionId: this.#sessionId }, expiresAt);
    const interrupted = () => {
      if (!this.isOver) ledger.withdraw(id, withdrawalReason(signal));
    };
    signal.addEventListener('abort', interrupted);
    const stopLimit = this.#startLimit(id, limit);
    try {
      const outcome = await ledger.outcome(id);
      if (outcome.type !== 'answered') return outcome;
      const delivered = () => {
        if (this.isOver) return;
        ledger.delivered(id);
        if (shown && leavesMode(shown, outcome.answer)) this.#session.leftMode(outcome.answer.permissionMode);
      };
      // A carried answer was given to the suggestions that the earlier ask showed; one that took its place, to these.
      const asked = ledger.find(id);
      const shown = asked?.carriedFrom === undefined ? asked : ledger.find(asked.carriedFrom);
      return { ...outcome, delivered, suggestions: shown ? grantsOf(shown) : [] };
    } finally {
      signal.removeEventListener('abort', interrupted);
      stopLimit();
      this.#overdue.delete(id);
    }
  }

  /** An agent that cannot be ended when the time is over is looked at again: what keeps it busy comes to an end. */
  #startLimit(id: AskId, limit: AskLimit): () => void {
    const { clock } = this.#house;
    if (limit.outcome === 'wait') return () => undefined;
    const stop = startLimitTimer(clock, limit.afterMs, () => this.#limitReached(id, limit));
    this.#end.signal.addEventListener('abort', stop);
    return () => {
      stop();
      this.#end.signal.removeEventListener('abort', stop);
    };
  }

  #limitReached(id: AskId, { outcome }: AskLimit): void {
    if (outcome === 'deny') return this.#house.ledger.expire(id);
    this.#overdue.add(id);
    this.#session.overdue();
  }
}

function withdrawnAs(reason: EndOfWait): AskOutcome {
  return { type: 'withdrawn', reason };
}

const noContent: InputContent = { json: undefined };

/** Where a driver has abridged the input, it hands over the whole. */
function handed(ask: AgentAsk, { json }: InputContent): LargeAsk | undefined {
  return ask.abridged && json ? { ask, digest: ask.abridged.digest, json } : undefined;
}

function withdrawalReason({ reason }: AbortSignal): EndOfWait {
  const known = EndOfWait.safeParse(reason);
  return known.success ? known.data : 'interrupted';
}
