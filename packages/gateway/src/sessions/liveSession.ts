// One session: what is known of it, its conversation, and its agent, which comes and goes while the session stays.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  EndReason,
  Prompt,
  PromptPart,
  Session,
  SessionEventDraft,
  SessionInfo,
  UpdateSession,
  Usage,
} from '@beckon/protocol';
import { BeckonError, emptyConversation, promptParts, reduceConversation } from '@beckon/protocol';
import type { Agent, AgentEvent, AgentSpec, Pane, RunningAgent } from '../drivers/driver.ts';
import { AgentRun } from './agentRun.ts';
import { ConversationRecord } from './conversationRecord.ts';
import type { House } from './house.ts';

export const untitled = 'New session';

interface Run {
  run: AgentRun;
  agent: Promise<Agent>;
}

export class LiveSession {
  readonly #house: House;
  #info: SessionInfo;
  #record: ConversationRecord | undefined;
  #run: Run | undefined;
  /** Resolves once the last agent that was ended is gone. */
  #closed = Promise.resolve();
  #isDiscarded = false;
  /** Whether the agent is ours to end; one that lives on without us is its person's. */
  #isOurs = true;
  #cancelIdle: (() => void) | undefined;

  constructor(house: House, info: SessionInfo) {
    this.#house = house;
    this.#info = info;
  }

  get info(): SessionInfo {
    return this.#info;
  }

  get session(): Session {
    return { ...this.#info, asks: this.#house.ledger.openAsks(this.#info.id) };
  }

  /** Makes sure that an agent runs, and resolves once it can take messages. */
  start(conversation: AgentSpec['conversation'], claudeArguments: readonly string[] = []): Promise<Agent> {
    if (this.#isDiscarded) throw new BeckonError('session_not_found', 'This session was removed on another device.');
    this.#run ??= this.#startRun(conversation, claudeArguments);
    return this.#run.agent;
  }

  /** Takes up an agent that runs already. */
  join(running: RunningAgent): Promise<Agent> {
    this.#run ??= this.#beginRun((run) => run.join(running));
    return this.#run.agent;
  }

  /** The message is accepted once there is an agent that takes it; where there is none, nothing has happened. */
  async send(content: Prompt): Promise<void> {
    const parts = promptParts(content);
    const agent = await this.start(this.#hasBegun() ? 'kept-or-new' : 'new');
    const id = randomUUID();
    if (this.#info.title === untitled) this.#change({ title: titleFrom(content) });
    if (agent.tellsPrompts) return agent.send({ id, parts });
    const createdAt = this.#house.clock.now();
    const shownParts = parts.map((part) => this.#keepImage(part));
    this.emit({ type: 'message', data: { message: { id, role: 'user', createdAt, parts: shownParts } } });
    this.#change({ state: 'assistant_turn' });
    await agent.send({ id, parts });
  }

  async interrupt(): Promise<void> {
    const agent = await this.#run?.agent;
    await agent?.interrupt();
  }

  async update({ permissionMode, model, title }: UpdateSession): Promise<void> {
    const agent = await this.#run?.agent;
    if (permissionMode !== undefined) {
      await agent?.setPermissionMode(permissionMode);
      this.#change({ permissionMode });
    }
    if (model !== undefined) {
      await agent?.setModel(model ?? undefined);
      const { model: _, ...rest } = this.#info;
      this.#info = model === null ? rest : { ...rest, model };
      this.#change({});
    }
    if (title !== undefined) this.#change({ title });
  }

  async pane(): Promise<Pane> {
    const agent = await this.#run?.agent;
    if (agent?.pane) return agent.pane;
    throw new BeckonError('not_supported', 'This session does not run in a terminal of Beckon’s.');
  }

  /** Ends the agent; the session stays and the next message brings it back. */
  close(reason: EndReason): Promise<void> {
    const current = this.#run;
    if (current) {
      this.#end({ reason });
      this.#closed = this.#finish(current);
    }
    return this.#closed;
  }

  /** For a gateway that stops: an agent that can live on does, any other is ended. */
  async leave(): Promise<void> {
    const current = this.#run;
    const agent = await current?.agent.catch(() => undefined);
    if (!agent?.leave) return this.close('gateway_stopped');
    this.#run = undefined;
    this.#watchIdleness();
    await current?.run.leave();
    this.#record?.save();
  }

  /** Writes what a client is about to read. */
  saveConversation(): void {
    this.#record?.save();
  }

  /** For a session that is about to be removed. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    await this.close('gateway_stopped');
    this.#record?.discard();
  }

  /** Numbers the event, keeps it in the record and tells every client. */
  emit(event: SessionEventDraft): void {
    const numbered = this.#house.events.append(this.#info.id, event);
    if (event.type !== 'session_status') this.#recorded().apply(numbered);
    if (event.type === 'tool_result') this.#house.ledger.settle(this.#info.id, event.data.toolCallId);
    if (event.type === 'done') this.#turnDone(event.data.usage);
  }

  /** An ask of this session has been raised or has taken a step. */
  asksChanged(): void {
    this.#watchIdleness();
  }

  #startRun(conversation: AgentSpec['conversation'], claudeArguments: readonly string[]): Run {
    const { id: sessionId, cwd, permissionMode, model, driver: name } = this.#info;
    const driver = this.#house.drivers[name];
    if (!driver) throw new BeckonError('not_supported', `This gateway runs no ${name} sessions.`);
    return this.#beginRun((run) =>
      run.start(driver, { sessionId, cwd, permissionMode, model, claudeArguments, conversation }),
    );
  }

  #beginRun(begin: (run: AgentRun) => Promise<Agent>): Run {
    const run = new AgentRun(this.#house, this.#info.id, {
      emit: (event) => this.emit(event),
      history: (events) => this.#recall(events),
      update: (change) => this.#change(change),
      ended: (end) => this.#end(end),
    });
    const { end: _, ...info } = this.#info;
    this.#info = info;
    this.#change({ state: 'starting' });
    // Two agents on one conversation would write over each other.
    const start = this.#closed.then(() => begin(run));
    const agent = start.then(
      (started) => {
        this.#isOurs = !started.leave;
        const state = this.#info.state === 'starting' ? 'user_turn' : this.#info.state;
        if (this.#run?.run === run) this.#change({ state, abilities: [...started.abilities] });
        return started;
      },
      (thrown: unknown) => {
        const error = BeckonError.from(thrown);
        if (this.#run?.run === run) this.#end({ reason: 'start_failed', message: error.message });
        throw error;
      },
    );
    return { run, agent };
  }

  /** Tells what clients have not been told yet of a conversation that went on without us. */
  #recall(events: AgentEvent[]): void {
    const { store, ledger } = this.#house;
    const numbered = events.map((event, index) => ({ ...event, sessionId: this.#info.id, seq: index + 1 }));
    const { messages } = numbered.reduce(reduceConversation, emptyConversation);
    for (const message of messages) {
      const known = store.readMessage(this.#info.id, message.id);
      if (!isDeepStrictEqual(known, message)) this.emit({ type: 'message', data: { message } });
    }
    for (const event of events) if (event.type === 'tool_result') ledger.settle(this.#info.id, event.data.toolCallId);
  }

  async #finish({ run, agent }: Run): Promise<void> {
    try {
      await run.close();
      await agent.catch(() => undefined);
    } catch (error) {
      this.#house.log.error({ error, sessionId: this.#info.id }, 'could not end the agent');
    }
    this.#record?.save();
  }

  #end(end: { reason: EndReason; message?: string }): void {
    this.#run = undefined;
    this.#change({ state: 'dead', end });
    this.#record?.save();
  }

  #turnDone(turn: Usage): void {
    const { ledger } = this.#house;
    // A denied call that interrupts its turn gets no result of its own; the turn's end shows that the agent moved on.
    for (const ask of ledger.unfinished(this.#info.id)) {
      if (ask.state === 'delivered' && ask.agentId === undefined) ledger.settle(ask.sessionId, ask.toolCallId);
    }
    this.#change({ usage: sum(this.#info.usage, turn) });
  }

  #change(change: Partial<SessionInfo>): void {
    this.#info = { ...this.#info, ...change, lastActivityAt: this.#house.clock.now() };
    try {
      this.#house.store.saveSession(this.#info);
    } catch (error) {
      this.#house.log.error({ error, sessionId: this.#info.id }, 'could not save the session');
    }
    this.emit({ type: 'session_status', data: { session: this.#info } });
    this.#watchIdleness();
  }

  /** Never while an ask is open: its answer must find its agent. */
  #watchIdleness(): void {
    this.#cancelIdle?.();
    this.#cancelIdle = undefined;
    const isIdle =
      this.#run &&
      this.#isOurs &&
      this.#info.state === 'user_turn' &&
      this.#house.ledger.unfinished(this.#info.id).length === 0;
    if (!isIdle) return;
    this.#cancelIdle = this.#house.clock.after(this.#house.limits.idleAfterMs, () => void this.close('idle'));
  }

  /** Before the first message the agent has kept nothing that it could go on from. */
  #hasBegun(): boolean {
    return this.#house.store.listMessages(this.#info.id, { limit: 1 }).messages.length > 0;
  }

  #recorded(): ConversationRecord {
    const { store, clock, log } = this.#house;
    this.#record ??= new ConversationRecord({ sessionId: this.#info.id, store, clock, log });
    return this.#record;
  }

  /** Clients fetch an image's bytes when they show it; events carry only its id. */
  #keepImage(part: PromptPart) {
    if (part.type === 'text') return part;
    const { mediaType, data } = part;
    const imageId = randomUUID();
    this.#house.store.saveImage(this.#info.id, imageId, { mediaType, data: Buffer.from(data, 'base64') });
    return { type: 'image' as const, imageId, mediaType };
  }
}

export function titleFrom(content: Prompt): string {
  const texts = promptParts(content).flatMap((part) => (part.type === 'text' ? part.text.trim().split('\n') : []));
  const line = texts[0]?.trim() || untitled;
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsd: a.costUsd + b.costUsd,
  };
}
