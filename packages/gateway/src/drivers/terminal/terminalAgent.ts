// An agent in a terminal: its transcript tells what happened, its hooks what happens now, and where the terminal is
// Beckon's own, its screen can be looked at and typed into.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Ability, NoticeLevel, PermissionMode, PromptPart, SessionId, ToolCallId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { Agent, AgentEvent, AgentHost, Pane, Place } from '../driver.ts';
import type { WaitingToolCall } from '../interactiveTools.ts';
import type { Told } from '../told.ts';
import { terminalAbilities } from './description.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload } from './hooks/payload.ts';
import type { HookReply } from './hooks/permissionReply.ts';
import type { OwnTerminal } from './ownTerminal.ts';
import { isSame, type KnownProcess, processOf } from '../../processes.ts';
import { TerminalAsks } from './terminalAsks.ts';
import type { PastConversations } from '../claude/pastConversations.ts';
import { beginsMessage, Recollection } from '../claude/recollection.ts';
import { followSession, type FollowedSession, type Mark } from '../claude/transcript/followSession.ts';
import { WaitingCalls } from './waitingCalls.ts';

export interface TerminalAgentParts {
  clock: Clock;
  sessionId: SessionId;
  host: AgentHost;
  transcript: string;
  past: PastConversations;
  /** The path, if it names a transcript of this user's sessions; what a hook says is not taken on trust. */
  readTranscriptPath(path: string): Promise<string | undefined>;
  /** Absent where the agent runs in a terminal that is not Beckon's. */
  terminal: OwnTerminal | undefined;
  /** The agent's process, where an earlier gateway has known it. */
  process: KnownProcess | undefined;
  /** Resolves when every hook that waited while there was no gateway has had time to report again. */
  hooksAreBack: Promise<void>;
  /** Told of what the next gateway must know of it; that it cannot be written yet is no reason to throw. */
  onKept(change: { process?: KnownProcess; transcript?: string; waiting?: WaitingToolCall[] }): void;
  /**
   * It is no longer looked after, here: it was left and runs on, it has ended by itself and may be started again, or it
   * was closed for good.
   */
  onGone(how: 'left' | 'ended' | 'closed'): void;
}

export class TerminalAgent implements Agent {
  readonly tellsPrompts = true;
  readonly abilities: readonly Ability[];
  readonly pane?: Pane;
  readonly #parts: TerminalAgentParts;
  readonly #asks: TerminalAsks;
  readonly #calls: WaitingCalls;
  readonly #started: Promise<void>;
  #tellStarted: () => void = () => undefined;
  #followed: FollowedSession;
  #transcript: string;
  /** Once a hook has named it. */
  #process: KnownProcess | undefined;
  /** While it is read for the first time, the past is gathered here. */
  #past: Recollection | undefined;
  #messagesSinceMark = 0;
  #isOver = false;
  /** It has said that it is ready, or had when it was joined. */
  #hasStarted = false;
  /** Resolves when the conversation that was told last is followed. */
  #goingOn = Promise.resolve();

  constructor(parts: TerminalAgentParts) {
    const { terminal, host, transcript } = parts;
    this.#parts = parts;
    this.abilities = terminal ? terminalAbilities : ['updated_input'];
    if (terminal) this.pane = terminal.pane;
    this.#started = new Promise((resolve) => (this.#tellStarted = resolve));
    this.#asks = new TerminalAsks({
      host,
      clock: parts.clock,
      desk: terminal?.desk,
      hasEnded: () => this.#hasEnded(),
      hooksAreBack: parts.hooksAreBack,
      onChange: (waiting) => parts.onKept({ waiting }),
      onTrouble: (text) => this.#notice('error', text),
    });
    const followed = () => this.#followed;
    this.#calls = new WaitingCalls({ clock: parts.clock, terminal, asks: this.#asks, followed });
    this.#process = parts.process;
    this.#transcript = transcript;
    if (terminal) host.update({ permissionModes: terminal.reachableModes });
    this.#followed = this.#follow(transcript);
  }

  /** The agent's process, once a hook has named it. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** `claude` names a transcript by its own id of the conversation. */
  get conversationId(): string {
    return basename(this.#transcript, '.jsonl');
  }

  /** Whether its terminal is Beckon's. */
  get isInOwnTerminal(): boolean {
    return this.#parts.terminal !== undefined;
  }

  /** Resolves when the agent has said that it is ready. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** Tells all that happened before. */
  async recall(): Promise<void> {
    const { host } = this.#parts;
    const past = new Recollection({ host, from: this.#knownMark(), placeOf: (mark) => this.#place(mark) });
    this.#past = past;
    await this.#followed.caughtUp();
    await past.tellRest();
    this.#past = undefined;
  }

  /** Tells all that happened before, and asks again what waited when the gateway went away and waits still. */
  async catchUp(waiting: readonly WaitingToolCall[] = []): Promise<void> {
    const { host } = this.#parts;
    this.#calls.begin(waiting);
    const { conversationId = this.conversationId } = host.session;
    if (conversationId !== this.conversationId) this.#markBeginning('resume');
    await this.recall();
    const state = this.#calls.areOpen ? 'assistant_turn' : 'user_turn';
    host.update({ state, conversationId: this.conversationId });
    this.#hasStarted = true;
    for (const ask of await this.#calls.stillWaiting()) void this.#asks.again(ask);
  }

  async onHook(payload: HookPayload, from: HookSender, hook: AbortSignal): Promise<HookReply | undefined> {
    if (this.#isOver || !this.#calls.observe(payload, from.large?.abridged)) return undefined;
    const { host } = this.#parts;
    if (payload.permission_mode !== undefined) host.update({ permissionMode: payload.permission_mode });
    switch (payload.hook_event_name) {
      case 'PermissionRequest': {
        const call = await this.#calls.of(payload, from);
        return call && this.#asks.byHook(payload, { ...call, large: from.large }, hook);
      }
      case 'SessionStart':
        await this.#goOn(payload, payload.source);
        host.update({ state: 'user_turn', isIdle: false });
        this.#tellStarted();
        this.#hasStarted = true;
        return undefined;
      case 'UserPromptSubmit':
        // A subagent that has finished is news to the main agent, and comes as a prompt too.
        this.#asks.mainWentOn();
        host.update({ state: 'assistant_turn', isIdle: false });
        // The gateway may have been away when the conversation began.
        await this.#goOn(payload);
        return undefined;
      case 'PostToolUse':
      case 'PostToolUseFailure':
      case 'PermissionDenied':
        this.#finished(payload.tool_use_id);
        return undefined;
      case 'Notification':
        if (payload.notification_type === 'idle_prompt') host.update({ state: 'user_turn', isIdle: true });
        return undefined;
      case 'Stop':
      case 'StopFailure':
        await this.#endTurn();
        return undefined;
      case 'SessionEnd':
        // What ends in a terminal of Beckon's, tmux tells.
        if (!this.#parts.terminal && !this.#goesOnAfter(payload.reason)) await this.#end(endedInTerminal);
        return undefined;
      case 'PreToolUse':
        host.update({ state: 'assistant_turn', isIdle: false });
        return undefined;
      case 'SubagentStop':
        return undefined;
    }
  }

  async send({ parts }: { parts: PromptPart[] }): Promise<void> {
    const texts = parts.map((part) => {
      if (part.type === 'text') return part.text;
      throw new BeckonError('not_supported', 'Images cannot be sent to a session in a terminal.');
    });
    await this.#ownTerminal().submit(texts.join('\n\n'));
  }

  async interrupt(): Promise<void> {
    const terminal = this.#ownTerminal();
    await this.#asks.duringInterrupt(() => terminal.interrupt());
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#ownTerminal().setPermissionMode(mode);
  }

  setModel(_model: string | undefined): Promise<void> {
    return Promise.reject(new BeckonError('not_supported', 'Use /model in the terminal to switch its model.'));
  }

  async close(): Promise<void> {
    await this.leave();
    await this.#parts.terminal?.kill();
    this.#parts.onGone('closed');
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    this.#asks.leave();
    this.#parts.onGone('left');
    await this.#followed.close();
  }

  /** Called where its screen has changed: no hook tells that the mode was switched at the desk. */
  onScreen(screen: string): void {
    const permissionMode = this.#parts.terminal?.modeOn(screen);
    if (permissionMode !== undefined && !this.#isOver) this.#parts.host.update({ permissionMode });
  }

  /** Called now and then: a process does not say when it was killed. `terminals` are those that still run something. */
  async checkAlive(terminals: ReadonlySet<string>): Promise<void> {
    const { terminal, sessionId } = this.#parts;
    const isRunning = terminal ? terminals.has(sessionId) : !this.#process || (await isSame(this.#process));
    if (this.#isOver || isRunning) return;
    await this.#end((await terminal?.ending()) ?? 'Claude Code has ended.');
  }

  /** As a hook says. Whether what is in a terminal of Beckon's own still runs, tmux knows better. */
  async noteProcess(pid: number): Promise<void> {
    if (this.#process?.pid === pid) return;
    const process = await processOf(pid);
    if (process === undefined || this.#isOver) return;
    this.#process = process;
    if (!this.#parts.terminal) this.#parts.onKept({ process });
  }

  async #hasEnded(): Promise<boolean> {
    const { terminal } = this.#parts;
    if (terminal) return !(await terminal.isRunning().catch(() => false));
    return this.#process !== undefined && !(await isSame(this.#process));
  }

  async #end(message: string): Promise<void> {
    if (this.#isOver) return;
    await this.#followed.caughtUp();
    for (const event of this.#followed.reader.endTurn(this.#parts.host.now())) this.#parts.host.emit(event);
    await this.leave();
    await this.#parts.terminal?.kill();
    this.#parts.onGone('ended');
    this.#parts.host.ended({ reason: 'agent_gone', message });
  }

  /** The hook outruns the transcript, which the agent writes a moment later: what the turn said comes before its end. */
  async #endTurn(): Promise<void> {
    const { host, clock } = this.#parts;
    await pause(clock, transcriptLagMs);
    await this.#followed.caughtUp();
    if (this.#isOver) return;
    for (const event of this.#followed.reader.endTurn(host.now())) host.emit(event);
    host.update({ state: 'user_turn', isIdle: false });
  }

  #follow(path: string): FollowedSession {
    return followSession(path, {
      from: this.#knownMark(),
      onTold: (told) => this.#tell(told),
      onRest: (mark) => this.#rest(mark),
      onPiece: async () => this.#past?.tellPieces(),
      subagentsSince: () => this.#past?.since ?? 0,
      onTrouble: (sentence) => this.#notice('warning', sentence),
    });
  }

  /** The same process may go on with another conversation, which has a transcript of its own. */
  #goOn({ transcript_path }: HookPayload, how?: string): Promise<void> {
    const asked = this.#asks.calls;
    const gone = this.#goingOn.then(() => this.#goOnIn(transcript_path, { asked, how }));
    this.#goingOn = gone.catch(() => undefined);
    return gone;
  }

  async #goOnIn(named: string, { asked, how }: { asked: ToolCallId[]; how: string | undefined }): Promise<void> {
    const path = await this.#parts.readTranscriptPath(named);
    if (path === undefined || path === this.#transcript || this.#isOver) return;
    await this.#leaveConversation(asked);
    if (!this.#isOver) await this.#beginConversation(path, how);
  }

  /** What was asked in it, the agent waits for no more. */
  async #leaveConversation(asked: readonly ToolCallId[]): Promise<void> {
    const { host } = this.#parts;
    const earlier = this.#followed;
    await earlier.caughtUp();
    for (const toolCallId of asked) this.#asks.settled(toolCallId);
    for (const event of earlier.reader.endTurn(host.now())) host.emit(event);
    await earlier.close();
  }

  async #beginConversation(path: string, how: string | undefined): Promise<void> {
    const { host } = this.#parts;
    if (this.#hasStarted) this.#markBeginning(how);
    this.#transcript = path;
    this.#parts.onKept({ transcript: path });
    host.update({ conversationId: this.conversationId });
    this.#followed = this.#follow(path);
    await this.recall();
  }

  /** Whether its process lives on: only where that is known can its next conversation be told to be its own. */
  #goesOnAfter(reason: string): boolean {
    return this.#process !== undefined && ['clear', 'resume'].includes(reason);
  }

  #markBeginning(how: string | undefined): void {
    this.#notice('info', beginnings[how ?? ''] ?? beginnings.other, { isBreak: true });
  }

  /** Where the house knows all before, as far as that is in the transcript that is followed now. */
  #knownMark(): Mark | undefined {
    return this.#parts.past.mark(this.#transcript, this.#parts.host.place);
  }

  #place(mark: Mark): Place {
    return this.#parts.past.place(this.#transcript, mark);
  }

  /** Another gateway begins to read here, and need not be told much again. */
  #rest(mark: () => Mark): void {
    if (this.#past) return this.#past.rest(mark);
    if (this.#messagesSinceMark < messagesBetweenMarks) return;
    this.#messagesSinceMark = 0;
    this.#parts.host.reached(this.#place(mark()));
  }

  #tell({ events, status }: Told): void {
    const { host } = this.#parts;
    for (const one of events) {
      const event = this.#withRecord(one);
      if (this.#past) this.#past.hear(event);
      else host.emit(event);
      if (beginsMessage(event)) this.#messagesSinceMark += 1;
      if (event.type === 'tool_result') this.#finished(event.data.toolCallId);
      // No hook says that a turn was interrupted; the transcript does.
      if (event.type === 'done' && !this.#past) host.update({ state: 'user_turn' });
    }
    if (status && !this.#past) host.update(status);
  }

  #withRecord(event: AgentEvent): AgentEvent {
    if (event.type !== 'tool_result') return event;
    const { toolCallId, result } = event.data;
    const { recorded: kept, ...rest } = result;
    const recorded = this.#asks.recorded(toolCallId, kept);
    return { ...event, data: { toolCallId, result: { ...rest, ...(recorded && { recorded }) } } };
  }

  #finished(toolCallId: ToolCallId): void {
    this.#calls.finished(toolCallId);
    this.#asks.settled(toolCallId);
  }

  #ownTerminal(): OwnTerminal {
    const { terminal } = this.#parts;
    if (terminal) return terminal;
    throw new BeckonError('not_supported', 'This session runs in a terminal of yours: type there.');
  }

  #notice(level: NoticeLevel, text: string, more: { isBreak?: true } = {}): void {
    const { host } = this.#parts;
    host.emit({ type: 'notice', data: { messageId: randomUUID(), createdAt: host.now(), level, text, ...more } });
  }
}

const endedInTerminal = 'The session was ended in its terminal.';

/** What the page says where another conversation begins, by what the agent says that it came from. */
const beginnings: Record<string, string> & { other: string } = {
  clear: 'Begun anew with /clear. The agent does not know what stands above.',
  resume: 'From here on the agent goes on with another of its conversations.',
  fork: 'From here on the conversation goes on in a copy.',
  other: 'From here on it is another conversation.',
};

const transcriptLagMs = 500;
const messagesBetweenMarks = 20;
