// One agent while it runs: what it reports goes to the session, what it asks goes to the ledger, and when it is over
// nothing that it still says counts.
import type { SessionEventDraft, SessionId } from '@beckon/protocol';
import { BeckonError, WithdrawalReason } from '@beckon/protocol';
import type {
  Agent,
  AgentAsk,
  AgentEvent,
  AgentHost,
  AgentSpec,
  AgentStatus,
  AskOutcome,
  Driver,
  RunningAgent,
} from '../drivers/driver.ts';
import type { House } from './house.ts';

export interface AgentRunEvents {
  history(events: AgentEvent[]): void;
  emit(event: SessionEventDraft): void;
  update(change: AgentStatus): void;
  ended: AgentHost['ended'];
}

export class AgentRun {
  readonly #house: House;
  readonly #sessionId: SessionId;
  readonly #session: AgentRunEvents;
  #agent: Agent | undefined;
  #isOver = false;
  /** The tool calls that this run has asked about. */
  readonly #asked = new Set<string>();

  constructor(house: House, sessionId: SessionId, session: AgentRunEvents) {
    this.#house = house;
    this.#sessionId = sessionId;
    this.#session = session;
  }

  async start(driver: Driver, spec: AgentSpec): Promise<Agent> {
    return this.#hold(await driver.start(spec, this.#host()));
  }

  /** What was asked before and is not asked again has been answered without us. */
  async join(running: RunningAgent): Promise<Agent> {
    const agent = await this.#hold(await running.join(this.#host()));
    for (const ask of this.#house.ledger.unfinished(this.#sessionId)) {
      if (!this.#asked.has(ask.toolCallId)) this.#house.ledger.withdraw(ask.id, 'answered_in_terminal');
    }
    return agent;
  }

  /** Lets go of the agent, where it lives on; what it has asked stays open. Says whether it did. */
  async leave(): Promise<boolean> {
    if (!this.#agent?.leave) return false;
    this.#isOver = true;
    await this.#agent.leave();
    return true;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#house.ledger.withdrawAll('agent_gone', this.#sessionId);
    await this.#agent?.close();
  }

  async #hold(agent: Agent): Promise<Agent> {
    if (this.#isOver) {
      await (agent.leave ? agent.leave() : agent.close());
      throw new BeckonError('agent_unavailable', 'The session was closed before its agent had started.');
    }
    this.#agent = agent;
    return agent;
  }

  #host(): AgentHost {
    const whileRunning =
      <T>(tell: (value: T) => void) =>
      (value: T) => {
        if (!this.#isOver) tell(value);
      };
    return {
      now: () => this.#house.clock.now(),
      emit: whileRunning((event) => this.#session.emit(event)),
      history: whileRunning((events) => this.#session.history(events)),
      update: whileRunning((change) => this.#session.update(change)),
      ask: (ask, signal) => this.#ask(ask, signal),
      ended: whileRunning((end) => {
        this.#isOver = true;
        this.#house.ledger.withdrawAll('agent_gone', this.#sessionId);
        this.#session.ended(end);
      }),
    };
  }

  async #ask(draft: AgentAsk, signal: AbortSignal): Promise<AskOutcome> {
    const { ledger, clock, limits } = this.#house;
    if (this.#isOver) return { type: 'withdrawn', reason: 'agent_gone' };
    if (signal.aborted) return { type: 'withdrawn', reason: withdrawalReason(signal) };

    this.#asked.add(draft.toolCallId);
    const expiresAt = limits.ask.outcome === 'deny' ? clock.now() + limits.ask.afterMs : undefined;
    const { id } = ledger.open({ ...draft, sessionId: this.#sessionId }, expiresAt);
    const interrupted = () => ledger.withdraw(id, withdrawalReason(signal));
    signal.addEventListener('abort', interrupted);
    const cancelExpiry =
      limits.ask.outcome === 'deny' ? clock.after(limits.ask.afterMs, () => ledger.withdraw(id, 'expired')) : undefined;
    try {
      const outcome = await ledger.outcome(id);
      return outcome.type === 'answered' ? { ...outcome, delivered: () => ledger.deliver(id) } : outcome;
    } finally {
      signal.removeEventListener('abort', interrupted);
      cancelExpiry?.();
    }
  }
}

function withdrawalReason({ reason }: AbortSignal): WithdrawalReason {
  const known = WithdrawalReason.safeParse(reason);
  return known.success ? known.data : 'interrupted';
}
