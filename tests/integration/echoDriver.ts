// A driver of one's own, in one file. Its agents run in this process and repeat what they are told, once their person
// has said that they may.
import { randomUUID } from 'node:crypto';
import type { Agent, AgentHost, AgentSpec, Driver } from '@beckon/gateway';
import type { PermissionMode, PromptPart, TurnOutcome } from '@beckon/protocol';
import { BeckonError, noUsage } from '@beckon/protocol';

const abilities = ['message', 'interrupt', 'permission_mode'] as const;

export const echoDriver: Driver = {
  name: 'echo',
  description: {
    title: 'Echo',
    meaning: 'Repeats what it is told',
    permissionModes: [
      { value: 'polite', name: 'Polite', meaning: 'Asks before it repeats anything' },
      { value: 'parrot', name: 'Parrot', meaning: 'Repeats at once', warning: 'It repeats secrets, too.' },
    ],
    defaultPermissionMode: 'polite',
    planModes: [],
    models: [],
    abilities: [...abilities],
    takesArguments: false,
  },
  start: async (spec, host) => new EchoAgent(spec, host),
};

class EchoAgent implements Agent {
  readonly abilities = abilities;
  readonly #host: AgentHost;
  #mode: PermissionMode;
  #turn = new AbortController();

  constructor({ permissionMode }: AgentSpec, host: AgentHost) {
    this.#mode = permissionMode;
    this.#host = host;
  }

  send({ parts }: { parts: PromptPart[] }): void {
    const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
    this.#host.update({ state: 'assistant_turn' });
    void this.#repeat(text).then((outcome) => this.#endTurn(outcome));
  }

  async #repeat(text: string): Promise<TurnOutcome> {
    const messageId = randomUUID();
    const toolCallId = randomUUID();
    const call = { toolCallId, toolName: 'Repeat', input: { text } };
    this.#host.emit({ type: 'message_start', data: { id: messageId, role: 'assistant', createdAt: this.#host.now() } });
    this.#host.emit({ type: 'tool_call_start', data: { messageId, toolCallId, toolName: call.toolName } });
    this.#host.emit({ type: 'tool_call_end', data: call });

    const says = this.#mode === 'parrot' ? text : await this.#ask(call);
    if (says === undefined) return 'interrupted';
    this.#host.emit({ type: 'tool_result', data: { toolCallId, result: { text: says, isError: false } } });
    this.#host.emit({ type: 'text_delta', data: { messageId, text: says } });
    return 'complete';
  }

  /** What it is to say; undefined where nobody waits for that any more. */
  async #ask(call: { toolCallId: string; toolName: string; input: { text: string } }): Promise<string | undefined> {
    // The person reads the words; the rest is this driver's own, and comes back as it was.
    const always = { text: 'Repeat whatever it is told, for this session', mode: 'parrot' };
    const ask = { ...call, kind: 'approval' as const, suggestions: [always], defaultToNo: false };
    const outcome = await this.#host.ask(ask, this.#turn.signal);
    if (outcome.type !== 'answered') return undefined;

    outcome.delivered();
    const { answer } = outcome;
    if (answer.type !== 'approve') return answer.type === 'deny' ? (answer.message ?? 'As you wish.') : undefined;
    if (answer.remember) {
      await this.setPermissionMode(always.mode);
      this.#host.update({ permissionMode: always.mode });
    }
    return call.input.text;
  }

  #endTurn(outcome: TurnOutcome): void {
    const end = { messageId: randomUUID(), createdAt: this.#host.now(), outcome, usage: noUsage, durationMs: 0 };
    this.#host.emit({ type: 'done', data: end });
    this.#host.update({ state: 'user_turn' });
  }

  async interrupt(): Promise<void> {
    this.#turn.abort();
    this.#turn = new AbortController();
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    this.#mode = mode;
  }

  async setModel(): Promise<void> {
    throw new BeckonError('not_supported', 'An echo has no model.');
  }

  async close(): Promise<void> {
    this.#turn.abort();
  }
}
