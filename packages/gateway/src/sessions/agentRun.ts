// One agent while it runs: what it reports goes to the session, what it asks goes to the ledger, and when it is over
// nothing that it still says counts.
import type { SessionEventDraft, SessionId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Agent, AgentAsk, AgentHost, AgentSpec, AgentStatus, AskOutcome, Driver } from '../drivers/driver.ts';
import type { House } from './house.ts';

export interface AgentRunEvents {
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

  constructor(house: House, sessionId: SessionId, session: AgentRunEvents) {
    this.#house = house;
    this.#sessionId = sessionId;
    this.#session = session;
  }

  async start(driver: Driver, spec: AgentSpec): Promise<Agent> {
    const agent = await driver.start(spec, this.#host());
    if (this.#isOver) {
      await agent.close();
      throw new BeckonError('agent_unavailable', 'The session was closed before its agent had started.');
    }
    this.#agent = agent;
    return agent;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.#house.ledger.withdrawAll('agent_gone', this.#sessionId);
    await this.#agent?.close();
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
    if (signal.aborted) return { type: 'withdrawn', reason: 'interrupted' };

    const expiresAt = limits.ask.outcome === 'deny' ? clock.now() + limits.ask.afterMs : undefined;
    const { id } = ledger.open({ ...draft, sessionId: this.#sessionId }, expiresAt);
    const interrupted = () => ledger.withdraw(id, 'interrupted');
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
