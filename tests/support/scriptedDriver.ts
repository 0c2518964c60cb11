// A driver whose agents do what a test tells them: a driver is a seam, and these tests are about the house behind it.
import { randomUUID } from 'node:crypto';
import type { BeckonError, PermissionMode, PromptPart, TurnOutcome } from '@beckon/protocol';
import { noUsage } from '@beckon/protocol';
import type {
  Agent,
  AgentAsk,
  AgentHost,
  AgentSpec,
  AskOutcome,
  CallFate,
  CallFates,
  Driver,
} from '../../packages/gateway/src/drivers/driver.ts';
import { CallNotReturned } from '../../packages/gateway/src/drivers/driver.ts';
import { sdkAbilities, sdkDescription } from '../../packages/gateway/src/drivers/sdk/description.ts';

export class ScriptedDriver implements Driver {
  readonly name = 'sdk';
  readonly description = sdkDescription;
  readonly agents: ScriptedAgent[] = [];
  /** Where its agents would keep what was said, if they did. */
  transcripts?: string;
  /** Makes the next start fail. */
  startFailure: BeckonError | undefined;
  /** Holds starts up until it resolves. */
  startGate: Promise<void> = Promise.resolve();
  /** What its agents have kept of the calls that they waited with; of any other, that it can return. */
  readonly fates = new Map<string, CallFate>();
  /** Messages that its agents go away with unread, by their text. */
  readonly unreadTexts = new Set<string>();
  /** Agents that are to bring a call back do not. */
  losesCalls = false;
  /** They die of it. */
  diesReturning = false;
  /** A start fails of it though its agent has asked for the call that it was to bring back, and got the answer. */
  failureOnceAnswered: CallNotReturned | undefined;
  /** Its agents cannot be told anything. */
  sendFailure: BeckonError | undefined;
  /** Holds looking back up until it resolves. */
  lookBackGate: Promise<void> = Promise.resolve();
  readonly #calls = new Map<string, AgentAsk>();

  async start(spec: AgentSpec, host: AgentHost): Promise<Agent> {
    const failure = this.startFailure;
    this.startFailure = undefined;
    await this.startGate;
    if (failure) throw failure;
    const returning = spec.returning && this.#calls.get(spec.returning.toolCallId);
    if (spec.returning && this.diesReturning) throw new CallNotReturned('It died of it.', { mayYetReturn: true });
    if (spec.returning && (this.losesCalls || !returning)) throw new CallNotReturned('it was lost');
    const agent = new ScriptedAgent(spec, host, this.#calls);
    agent.sendFailure = this.sendFailure;
    this.agents.push(agent);
    if (returning) agent.returned = agent.ask(returning);
    if (returning && this.failureOnceAnswered) {
      await agent.returned;
      throw this.failureOnceAnswered;
    }
    return agent;
  }

  async lookBack(_: unknown, calls: readonly string[]): Promise<CallFates> {
    await this.lookBackGate;
    return new Map(calls.map((id) => [id, this.fates.get(id) ?? 'can_return']));
  }

  async unread(_: unknown, messageIds: readonly string[]): Promise<string[]> {
    const sent = this.agents.flatMap((agent) => agent.sent);
    const isUnread = ({ parts }: { parts: PromptPart[] }) =>
      parts.some((part) => part.type === 'text' && this.unreadTexts.has(part.text));
    return messageIds.filter((id) => sent.some((message) => message.id === id && isUnread(message)));
  }

  /** The agent that was started last for a session. */
  agent(sessionId: string): ScriptedAgent {
    const agent = this.agents.findLast(({ spec }) => spec.sessionId === sessionId);
    if (!agent) throw new Error(`no agent was started for ${sessionId}`);
    return agent;
  }
}

export class ScriptedAgent implements Agent {
  readonly spec: AgentSpec;
  readonly host: AgentHost;
  readonly sent: { id: string; parts: PromptPart[] }[] = [];
  readonly abilities = sdkAbilities;
  permissionMode: PermissionMode;
  model: string | undefined;
  isClosed = false;
  isSuspended = false;
  isBusy = false;
  /** It cannot be told anything. */
  sendFailure: BeckonError | undefined;
  /** What came of the call that it was started to bring back. */
  returned: Promise<AskOutcome> | undefined;
  readonly #calls: Map<string, AgentAsk>;
  /** Holds closing up until it resolves. */
  closeGate: Promise<void> = Promise.resolve();
  #turn = new AbortController();

  constructor(spec: AgentSpec, host: AgentHost, calls = new Map<string, AgentAsk>()) {
    this.spec = spec;
    this.#calls = calls;
    this.host = host;
    this.permissionMode = spec.permissionMode;
    this.model = spec.model;
  }

  /** Aborts when the turn is interrupted. */
  get signal(): AbortSignal {
    return this.#turn.signal;
  }

  /** Calls a tool that the person is asked about. The answer is delivered; the tool then runs when the test says so. */
  async call(ask: AgentAsk): Promise<AskOutcome> {
    const { toolCallId, toolName, input } = ask;
    const messageId = randomUUID();
    this.host.emit({ type: 'message_start', data: { id: messageId, role: 'assistant', createdAt: this.host.now() } });
    this.host.emit({ type: 'tool_call_start', data: { messageId, toolCallId, toolName } });
    this.host.emit({ type: 'tool_call_end', data: { toolCallId, input } });
    return this.ask(ask);
  }

  async ask(ask: AgentAsk): Promise<AskOutcome> {
    this.#calls.set(ask.toolCallId, ask);
    // Each call has a signal of its own, as the real agent's have.
    const outcome = await this.host.ask(ask, AbortSignal.any([this.#turn.signal]));
    if (outcome.type === 'answered') outcome.delivered();
    return outcome;
  }

  result(toolCallId: string, text = 'done'): void {
    this.host.emit({ type: 'tool_result', data: { toolCallId, result: { text, isError: false } } });
  }

  say(text: string, parentToolCallId?: string): void {
    const messageId = randomUUID();
    const author = parentToolCallId === undefined ? {} : { parentToolCallId };
    const start = { id: messageId, role: 'assistant', createdAt: this.host.now(), ...author } as const;
    this.host.emit({ type: 'message_start', data: start });
    this.host.emit({ type: 'text_delta', data: { messageId, text } });
  }

  endTurn(outcome: TurnOutcome = 'complete', usage = noUsage): void {
    this.endTurnOfSeveral(outcome, usage);
    this.host.update({ state: 'user_turn' });
  }

  /** A message that came meanwhile begins another one. */
  endTurnOfSeveral(outcome: TurnOutcome = 'complete', usage = noUsage): void {
    const own = { messageId: randomUUID(), createdAt: this.host.now() };
    this.host.emit({ type: 'done', data: { ...own, outcome, usage, durationMs: 1 } });
  }

  /** The turn ends because the model cannot be reached. */
  fail(message: string): void {
    this.host.emit({ type: 'error', data: { messageId: randomUUID(), createdAt: this.host.now(), message } });
    this.endTurn('failed');
  }

  die(message: string): void {
    this.host.ended({ reason: 'agent_gone', message });
  }

  send(message: { id: string; parts: PromptPart[] }): void | Promise<void> {
    if (this.sendFailure) return Promise.reject(this.sendFailure);
    this.sent.push(message);
  }

  async interrupt(): Promise<void> {
    this.#turn.abort();
    this.#turn = new AbortController();
    this.endTurn('interrupted');
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    this.permissionMode = mode;
  }

  async setModel(model: string | undefined): Promise<void> {
    this.model = model;
  }

  async suspend(): Promise<void> {
    this.isSuspended = true;
  }

  async close(): Promise<void> {
    await this.closeGate;
    this.isClosed = true;
  }
}
