// An agent's process, as measured on the real one: it calls tools, waits for its person, writes its transcript a little
// later than it acts, and can be gone at any moment in between.
import { setMaxListeners } from 'node:events';
import type { PromptPart, TurnOutcome } from '@beckon/protocol';
import { BeckonError, noUsage } from '@beckon/protocol';
import type { Agent, AgentHost, AgentSpec, AskOutcome } from '../../packages/gateway/src/drivers/driver.ts';
import type { Call } from './calls.ts';
import { askFor, makeCall, slightlyDifferent } from './calls.ts';
import type { Retold } from './readRetelling.ts';
import { readRetelling } from './readRetelling.ts';
import type { Transcript } from './transcript.ts';
import type { Nature } from './world.ts';

export class SimAgent implements Agent {
  readonly abilities = ['message', 'interrupt', 'permission_mode', 'model', 'updated_input'] as const;
  readonly sessionId: string;
  /** The calls that it waits with for its person. */
  readonly waits = new Set<string>();
  isAlive = true;
  hasAsked = false;
  /** Resolves when the process is gone. */
  readonly hasEnded: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  /** Absent once the gateway that started it is gone; what it has been told, it still does. */
  #host: AgentHost | undefined;
  readonly #nature: Nature;
  readonly #transcript: Transcript;
  readonly #gone = new AbortController();
  #turn = new AbortController();
  #isClosing = false;
  #isWorking = false;
  readonly #prompts: { id: string; text: string }[] = [];
  readonly #unheard: Retold[] = [];
  #isComingToRest = false;
  #subagents = 0;

  constructor(nature: Nature, spec: Pick<AgentSpec, 'sessionId'>, host: AgentHost) {
    this.#nature = nature;
    this.sessionId = spec.sessionId;
    this.#transcript = nature.transcript(spec.sessionId);
    this.#host = host;
    this.hasEnded = new Promise((resolve) => (this.#resolveEnded = resolve));
  }

  send({ id, parts }: { id: string; parts: PromptPart[] }): void {
    // A gateway that has died in the middle of it sends nothing.
    if (!this.#host) return;
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    this.#prompts.push({ id, text });
    if (this.isAlive && !this.#isWorking) void this.#work(() => this.#takePrompts());
  }

  /** Asks for a call again that an earlier process waited with; resolves when it has. */
  async bringBack(call: Call): Promise<void> {
    const { random, temper } = this.#nature;
    await this.#pause('looks up where it was');
    // No agent does this today, but nothing would say so if one did.
    const isChanged = random.chance(0.03 * temper.oddity);
    if (isChanged) this.#nature.book.changed.add(call.id);
    const same = isChanged ? slightlyDifferent(call) : call;
    const asked = new Promise<void>((resolve) => {
      void this.#work(async () => {
        const called = this.#call(same, {});
        resolve();
        await called;
        await this.#goOn();
      });
    });
    await asked;
  }

  async interrupt(): Promise<void> {
    if (!this.isAlive) throw new BeckonError('agent_unavailable', 'The agent has ended.');
    await this.#nature.agenda.turn(this, 'agent is interrupted');
    // Its turn is over already.
    if (this.#isComingToRest) return;
    this.#turn.abort();
    this.#turn = new AbortController();
    this.#transcript.write({ type: 'prompt', messageIds: [] });
    this.#endTurn('interrupted');
  }

  async setPermissionMode(): Promise<void> {}

  async setModel(): Promise<void> {}

  async close(): Promise<void> {
    this.#gone.abort();
    await this.suspend();
  }

  async suspend(): Promise<void> {
    this.#isClosing = true;
    this.#end();
    await this.#nature.agenda.turn(this.#nature, 'agent is gone');
  }

  get isBusy(): boolean {
    return this.#subagents > 0;
  }

  /** The process dies; the gateway notices a little later. */
  die(): void {
    if (!this.isAlive) return;
    this.#end();
    this.#nature.agenda.add(this, 'gateway notices that agent is gone', () => {
      if (!this.#isClosing) this.#host?.ended({ reason: 'agent_gone', message: 'It ended unexpectedly.' });
      this.waits.clear();
      this.#gone.abort();
    });
  }

  /** Its gateway is gone, and with it whoever could answer; what it has been told to do, it does. */
  leaveBehind(): void {
    this.#host = undefined;
    this.waits.clear();
    if (!this.isAlive) this.#nature.agenda.drop(this);
  }

  /** For the machine, or the next gateway. */
  kill(): void {
    this.#end();
    this.#nature.agenda.drop(this);
  }

  #end(): void {
    this.isAlive = false;
    this.#nature.agenda.drop(this);
    this.#nature.agentEnded(this);
    this.#resolveEnded();
  }

  async #work(work: () => Promise<void>): Promise<void> {
    this.#isWorking = true;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
    }
    if (this.#isComingToRest) await this.#comeToRest();
    this.#isWorking = false;
    if (this.#prompts.length > 0) void this.#work(() => this.#takePrompts());
  }

  /** Measured: a few milliseconds after the end of its turn, and whatever it was sent since. */
  async #comeToRest(): Promise<void> {
    await this.#nature.agenda.turn(this, 'agent comes to rest');
    this.#isComingToRest = false;
    this.#host?.update({ state: 'user_turn' });
  }

  async #takePrompts(): Promise<void> {
    const { random, temper } = this.#nature;
    await this.#pause('reads its messages');
    this.#host?.update({ state: 'assistant_turn' });
    const prompts = this.#prompts.splice(0);
    const messageIds = prompts.map(({ id }) => id);
    this.#nature.read(this.sessionId, messageIds);
    this.#transcript.write({ type: 'prompt', messageIds });
    const retold = prompts.flatMap(({ text }) => readRetelling(text) ?? []);
    // What its model could not be asked with stays in the conversation, and is heard with what comes next.
    this.#unheard.push(...retold);
    if (this.#nature.isModelOutOfReach()) return this.#fail();
    for (const told of this.#unheard.splice(0)) this.#nature.heard(this.sessionId, told);
    for (const { call, isApproved } of retold) {
      if (!isApproved || random.chance(0.2 * temper.oddity)) continue;
      const again = { ...call, id: this.#nature.newCallId() };
      await this.#calls([random.chance(0.25 * temper.oddity) ? slightlyDifferent(again) : again]);
      if (random.chance(0.2 * temper.oddity)) await this.#calls([{ ...call, id: this.#nature.newCallId() }]);
    }
    await this.#goOn();
  }

  async #goOn(): Promise<void> {
    const { random, temper } = this.#nature;
    while (!this.#nature.isWindingDown && random.chance(temper.diligence)) {
      switch (random.weighted(temper.habits)) {
        case 'says':
          await this.#say();
          break;
        case 'calls':
          await this.#calls([this.#newCall()]);
          break;
        case 'calls twice':
          await this.#calls([this.#newCall(), this.#newCall()]);
          break;
        case 'sends subagents':
          for (let count = 1 + random.below(3); count > 0; count--) void this.#subagent(`subagent ${count}`);
          await this.#pause('waits for subagents');
      }
    }
    await this.#pause('ends its turn');
    if (this.#nature.isModelOutOfReach()) return this.#fail();
    this.#transcript.write({ type: 'text' });
    this.#endTurn('complete');
  }

  #newCall(): Call {
    return makeCall(this.#nature.random, this.#nature.newCallId(), this.#nature.temper.kinds);
  }

  async #say(): Promise<void> {
    await this.#pause('says something');
    const id = this.#nature.newCallId();
    this.#transcript.write({ type: 'text' });
    this.#host?.emit({ type: 'message_start', data: { id, role: 'assistant', createdAt: this.#nature.now() } });
    this.#host?.emit({ type: 'text_delta', data: { messageId: id, text: 'Well.' } });
  }

  /** The calls of one message are asked about one after the other. */
  async #calls(calls: Call[]): Promise<void> {
    await this.#pause('calls a tool');
    const writeDown = () => {
      if (!calls.some(({ id }) => this.#transcript.has(id))) this.#transcript.write({ type: 'calls', calls });
    };
    for (const call of calls) {
      this.#show(call);
      const called = this.#call(call, { writeDown });
      this.#nature.agenda.add(this, 'agent writes its call down', writeDown);
      await called;
    }
  }

  /** In its own file, from which nothing can be taken up again. */
  async #subagent(agentId: string): Promise<void> {
    this.#subagents += 1;
    try {
      await this.#pause('subagent calls a tool');
      const call = this.#newCall();
      this.#show(call, `call of ${agentId}`);
      await this.#call(call, { agentId });
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
    }
    this.#subagents -= 1;
  }

  #show({ id: toolCallId, toolName, input }: Call, parentToolCallId?: string): void {
    const messageId = `message of ${toolCallId}`;
    const message = { id: messageId, role: 'assistant', createdAt: this.#nature.now() } as const;
    const data = parentToolCallId === undefined ? message : { ...message, parentToolCallId };
    this.#host?.emit({ type: 'message_start', data });
    this.#host?.emit({ type: 'tool_call_start', data: { messageId, toolCallId, toolName } });
    this.#host?.emit({ type: 'tool_call_end', data: { toolCallId, input } });
  }

  async #call(call: Call, { agentId, writeDown }: { agentId?: string; writeDown?: () => void }): Promise<void> {
    // Once a subagent has its answer, an interrupt comes too late for it.
    const turn = agentId === undefined ? this.#turn.signal : this.#gone.signal;
    const outcome = await this.#ask(call, agentId);
    if (outcome.type === 'withdrawn' && turn.aborted) throw new TurnOver();
    writeDown?.();
    if (outcome.type === 'withdrawn') return this.#result(call, turn, agentId);
    // Ended while it waits, it hears nothing.
    if (outcome.type === 'parked') return forever();
    await this.#nature.agenda.turn(this, 'agent is sent the answer');
    if (!this.#host) return forever();
    outcome.delivered();
    if (turn.aborted) throw new TurnOver();
    await this.#pause('reads the answer', turn);
    if (outcome.answer.type === 'approve') {
      this.#nature.executed({ sessionId: this.sessionId, call, input: outcome.answer.updatedInput ?? call.input });
      await this.#pause('runs the tool', turn);
    }
    const stops = outcome.answer.type === 'deny' && outcome.answer.interrupt === true && agentId === undefined;
    if (!stops) return this.#result(call, turn, agentId);
    this.#transcript.write({ type: 'result', toolCallId: call.id });
    this.#endTurn('interrupted');
    throw new TurnOver();
  }

  async #ask(call: Call, agentId: string | undefined): Promise<AskOutcome> {
    const host = this.#host;
    if (!host) return forever();
    const { random, temper } = this.#nature;
    const signal = either(this.#turn.signal, this.#gone.signal);
    this.waits.add(call.id);
    this.hasAsked = true;
    const asked = host.ask(askFor(call, agentId), signal);
    // Measured: the callback sometimes comes twice for one call.
    if (random.chance(0.1 * temper.oddity)) void host.ask(askFor(call, agentId), signal);
    const outcome = await asked;
    // A gateway that has died since says nothing, and an agent that has hears nothing.
    if (!this.#host || !this.isAlive) return forever();
    this.waits.delete(call.id);
    return outcome;
  }

  async #result({ id: toolCallId }: Call, turn: AbortSignal, agentId?: string): Promise<void> {
    if (agentId === undefined) this.#transcript.write({ type: 'result', toolCallId });
    await this.#pause('tells the result', turn);
    this.#host?.emit({ type: 'tool_result', data: { toolCallId, result: { text: 'done', isError: false } } });
  }

  #fail(): void {
    const own = { messageId: this.#nature.newCallId(), createdAt: this.#nature.now() };
    this.#host?.emit({ type: 'error', data: { ...own, message: 'The model is out of reach.' } });
    this.#endTurn('failed');
  }

  #endTurn(outcome: TurnOutcome): void {
    const own = { messageId: this.#nature.newCallId(), createdAt: this.#nature.now() };
    this.#host?.emit({ type: 'done', data: { ...own, outcome, usage: noUsage, durationMs: 1 } });
    // It says that it is idle only where no message waits.
    if (this.#prompts.length > 0) return;
    this.#isComingToRest = this.#isWorking;
    if (!this.#isWorking) this.#host?.update({ state: 'user_turn' });
  }

  /** Whatever comes between two moments of an agent comes here. */
  async #pause(what: string, turn = this.#turn.signal): Promise<void> {
    if (!this.isAlive) return forever();
    await this.#nature.agenda.turn(this, `agent ${what}`);
    if (turn.aborted) throw new TurnOver();
  }
}

/** `AbortSignal.any` would hold on to whatever still listens, and with it to the worlds of all runs before. */
function either(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    setMaxListeners(0, signal);
    signal.addEventListener('abort', () => controller.abort());
  }
  return controller.signal;
}

function forever<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** The turn was interrupted: nothing more comes of what was under way. */
class TurnOver extends Error {}
