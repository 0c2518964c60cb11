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
  Driver,
} from '../../packages/gateway/src/drivers/driver.ts';

export class ScriptedDriver implements Driver {
  readonly name = 'sdk';
  readonly agents: ScriptedAgent[] = [];
  /** Makes the next start fail. */
  startFailure: BeckonError | undefined;
  /** Holds starts up until it resolves. */
  startGate: Promise<void> = Promise.resolve();

  async start(spec: AgentSpec, host: AgentHost): Promise<Agent> {
    const failure = this.startFailure;
    this.startFailure = undefined;
    await this.startGate;
    if (failure) throw failure;
    const agent = new ScriptedAgent(spec, host);
    this.agents.push(agent);
    return agent;
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
  readonly abilities = ['message', 'images', 'interrupt', 'permission_mode', 'model', 'updated_input'] as const;
  permissionMode: PermissionMode;
  model: string | undefined;
  isClosed = false;
  /** Holds closing up until it resolves. */
  closeGate: Promise<void> = Promise.resolve();
  #turn = new AbortController();

  constructor(spec: AgentSpec, host: AgentHost) {
    this.spec = spec;
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
    const outcome = await this.host.ask(ask, this.#turn.signal);
    if (outcome.type === 'answered') outcome.delivered();
    return outcome;
  }

  result(toolCallId: string, text = 'done'): void {
    this.host.emit({ type: 'tool_result', data: { toolCallId, result: { text, isError: false } } });
  }

  say(text: string): void {
    const messageId = randomUUID();
    this.host.emit({ type: 'message_start', data: { id: messageId, role: 'assistant', createdAt: this.host.now() } });
    this.host.emit({ type: 'text_delta', data: { messageId, text } });
  }

  endTurn(outcome: TurnOutcome = 'complete', usage = noUsage): void {
    const own = { messageId: randomUUID(), createdAt: this.host.now() };
    this.host.emit({ type: 'done', data: { ...own, outcome, usage, durationMs: 1 } });
    this.host.update({ state: 'user_turn' });
  }

  die(message: string): void {
    this.host.ended({ reason: 'agent_gone', message });
  }

  send(message: { id: string; parts: PromptPart[] }): void {
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

  async close(): Promise<void> {
    await this.closeGate;
    this.isClosed = true;
  }
}
