// The house as a driver's test needs it: remembers everything, lets the test answer, and waits on conditions.
import type { Answer, Conversation, Message, Part, SessionEvent, WithdrawalReason } from '@beckon/protocol';
import { emptyConversation, reduceConversation } from '@beckon/protocol';
import type {
  AgentAsk,
  AgentEvent,
  AgentHost,
  AgentStatus,
  PastPiece,
  AskOutcome,
} from '../../packages/gateway/src/drivers/driver.ts';

export class RecordingHost implements AgentHost {
  /** By call, why it was asked about. */
  readonly reasons = new Map<string, string>();
  readonly events: AgentEvent[] = [];
  readonly statuses: AgentStatus[] = [];
  readonly asks: RecordedAsk[] = [];
  readonly ends: Parameters<AgentHost['ended']>[0][] = [];
  readonly #watchers = new Set<() => void>();
  readonly session: AgentHost['session'];

  constructor(session: AgentHost['session'] = { id: 'a-session' }) {
    this.session = session;
  }

  now(): number {
    return Date.now();
  }

  emit(event: AgentEvent): void {
    this.events.push(event);
    this.#changed();
  }

  readonly place = undefined;

  reached(): void {}

  async tellPast({ events }: PastPiece): Promise<void> {
    for (const event of events) this.emit(event);
  }

  update(change: AgentStatus): void {
    this.statuses.push(change);
    this.#changed();
  }

  reasoned(toolCallId: string, reason: string): void {
    this.reasons.set(toolCallId, reason);
  }

  ask(ask: AgentAsk, signal: AbortSignal): Promise<AskOutcome> {
    const known = this.openAsks.find(({ toolCallId }) => toolCallId === ask.toolCallId);
    const recorded = known ?? new RecordedAsk(ask, () => this.#changed());
    if (!known) this.asks.push(recorded);
    signal.addEventListener('abort', () => recorded.withdraw('interrupted'));
    this.#changed();
    return recorded.outcome;
  }

  ended(end: Parameters<AgentHost['ended']>[0]): void {
    this.ends.push(end);
    for (const ask of this.openAsks) ask.withdraw('agent_gone');
    this.#changed();
  }

  get openAsks(): RecordedAsk[] {
    return this.asks.filter(({ state }) => state === 'open');
  }

  /** What all the reports of changes add up to. */
  get status(): AgentStatus {
    return Object.assign({}, ...this.statuses) as AgentStatus;
  }

  get dones(): Extract<AgentEvent, { type: 'done' }>['data'][] {
    return this.events.flatMap((event) => (event.type === 'done' ? [event.data] : []));
  }

  get messages(): Message[] {
    const events = this.events.map((event, index) => ({ ...event, sessionId: '', seq: index + 1 }) as SessionEvent);
    return events.reduce<Conversation>(reduceConversation, emptyConversation).messages;
  }

  /** The parts of one type over the whole conversation. */
  parts<T extends Part['type']>(type: T): Extract<Part, { type: T }>[] {
    const parts = this.messages.flatMap((message) => message.parts);
    return parts.filter((part): part is Extract<Part, { type: T }> => part.type === type);
  }

  /** Resolves once the condition gives something; it is looked at after every report. */
  async until<T>(condition: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = condition();
      if (found !== undefined && found !== false) return found;
      await new Promise<void>((resolve) => {
        const watcher = () => {
          this.#watchers.delete(watcher);
          resolve();
        };
        this.#watchers.add(watcher);
      });
    }
  }

  /** The next ask that is open, or will be. */
  nextAsk(): Promise<RecordedAsk> {
    return this.until(() => this.openAsks[0]);
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

export class RecordedAsk {
  readonly ask: AgentAsk;
  readonly outcome: Promise<AskOutcome>;
  readonly #changed: () => void;
  #settle: (outcome: AskOutcome) => void = () => undefined;
  state: 'open' | 'answered' | 'delivered' | WithdrawalReason = 'open';

  constructor(ask: AgentAsk, changed: () => void) {
    this.ask = ask;
    this.#changed = changed;
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
  }

  get toolCallId(): string {
    return this.ask.toolCallId;
  }

  answer(answer: Answer): void {
    if (this.state !== 'open') throw new Error(`The ask is ${this.state}`);
    this.state = 'answered';
    const delivered = () => {
      this.state = 'delivered';
      this.#changed();
    };
    const suggestions = this.ask.kind === 'approval' ? this.ask.suggestions : [];
    this.#settle({ type: 'answered', answer, suggestions, delivered });
  }

  withdraw(reason: WithdrawalReason): void {
    if (this.state !== 'open') return;
    this.state = reason;
    this.#settle({ type: 'withdrawn', reason });
    this.#changed();
  }
}
