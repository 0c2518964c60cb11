// An agent in a terminal: its transcript tells what happened, its hooks what happens now, and where the terminal is
// Beckon's own, its screen can be looked at and typed into.
import { randomUUID } from 'node:crypto';
import type {
  Ability,
  NoticeLevel,
  PermissionMode,
  PromptPart,
  SessionId,
  ToolCallId,
  TurnOutcome,
} from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { Agent, AgentEvent, AgentHost, AgentStatus, Pane } from '../driver.ts';
import type { WaitingToolCall } from '../interactiveTools.ts';
import type { Told } from '../told.ts';
import { AtWork } from './atWork.ts';
import { DeskNote } from './deskNote.ts';
import { terminalAbilities } from './description.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload } from './hooks/payload.ts';
import type { DeskReply, HookReply, TitleReply } from './hooks/permissionReply.ts';
import type { OwnTerminal } from './ownTerminal.ts';
import { isSame, type KnownProcess, processOf } from '../../processes.ts';
import type { ProcessFile } from './processFile.ts';
import type { SpentByConversation } from './sessionSpending.ts';
import { ShownStatus } from './shownStatus.ts';
import { TerminalAsks } from './terminalAsks.ts';
import type { PastConversations } from '../claude/pastConversations.ts';
import { TerminalConversation } from './terminalConversation.ts';
import { WaitingCalls } from './waitingCalls.ts';
import { WantedTitle } from './wantedTitle.ts';

export interface TerminalAgentParts {
  clock: Clock;
  sessionId: SessionId;
  host: AgentHost;
  transcript: string;
  past: PastConversations;
  /** The path, if it names a transcript of this user's sessions; what a hook says is not taken on trust. */
  readTranscriptPath(path: string): Promise<string | undefined>;
  /** What the agent itself says of this process of its. */
  readProcessFile(pid: number): Promise<ProcessFile | undefined>;
  /** Absent where the agent runs in a terminal that is not Beckon's. */
  terminal: OwnTerminal | undefined;
  /** The agent's process, where an earlier gateway has known it. */
  process: KnownProcess | undefined;
  /** What its earlier conversations came to. */
  spent: SpentByConversation | undefined;
  /** Resolves when every hook that waited while there was no gateway has had time to report again. */
  hooksAreBack: Promise<void>;
  /** Told of what the next gateway must know of it; that it cannot be written yet is no reason to throw. */
  onKept(change: {
    process?: KnownProcess;
    transcript?: string;
    waiting?: WaitingToolCall[];
    spent?: SpentByConversation;
  }): void;
  /** Told of what went wrong with no one there to be told. */
  onTrouble(error: unknown): void;
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
  readonly #work: AtWork;
  readonly #title = new WantedTitle();
  readonly #status: ShownStatus;
  readonly #started: Promise<void>;
  #tellStarted: () => void = () => undefined;
  readonly #conversation: TerminalConversation;
  /** Once a hook has named it. */
  #process: KnownProcess | undefined;
  #isOver = false;
  /** It ran already when it became known here. */
  #isJoined = false;
  readonly #deskNote = new DeskNote();
  /** How many subagents worked on when its last turn ended. */
  #background = 0;
  /** How many it has been given. */
  #prompts = 0;
  /** It has said that it is ready, or had when it was joined. */
  #hasStarted = false;

  constructor(parts: TerminalAgentParts) {
    const { terminal, host } = parts;
    this.#parts = parts;
    this.abilities = terminal ? terminalAbilities : ['updated_input'];
    if (terminal) this.pane = terminal.pane;
    this.#started = new Promise((resolve) => (this.#tellStarted = resolve));
    this.#asks = new TerminalAsks({
      host,
      clock: parts.clock,
      desk: terminal?.desk,
      saysThatItWaits: async () => (await this.#file())?.status === 'waiting',
      hasEnded: () => this.#hasEnded(),
      hooksAreBack: parts.hooksAreBack,
      onChange: (waiting) => parts.onKept({ waiting }),
      onTrouble: (text) => this.#notice('error', text),
    });
    this.#work = new AtWork({ host, look: () => this.#file() });
    const followed = () => this.#conversation.followed;
    this.#calls = new WaitingCalls({ clock: parts.clock, terminal, asks: this.#asks, followed });
    this.#status = new ShownStatus(host);
    this.#process = parts.process;
    if (terminal) host.update({ permissionModes: terminal.reachableModes });
    this.#conversation = new TerminalConversation({
      ...parts,
      onTold: (told) => this.#tell(told),
      onTrouble: (sentence) => this.warn(sentence),
    });
  }

  /** The agent's process, once a hook has named it. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Whether its process is known and lives. */
  async hasLivingProcess(): Promise<boolean> {
    return this.#process !== undefined && (await isSame(this.#process));
  }

  get conversationId(): string {
    return this.#conversation.id;
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
    await this.#conversation.recall();
    this.#status.tell();
  }

  /** The same, and whether it is at work. */
  async catchUp(): Promise<void> {
    this.#isJoined = true;
    this.#conversation.markIfNew();
    await this.#conversation.tellFirstPrompt();
    await this.recall();
    this.#work[(await this.#isAtWork()) ? 'begins' : 'rests']({ conversationId: this.conversationId });
    this.#hasStarted = true;
  }

  /** Its file says so also where only subagents in the background are; then its screen tells. */
  async #isAtWork(): Promise<boolean> {
    const { main, subagents } = this.#calls.open;
    if (main) return true;
    const isShown = subagents ? await this.#parts.terminal?.isWorking() : undefined;
    return isShown ?? (subagents || (await this.#file())?.status === 'busy');
  }

  /** The same after the gateway was away; asks again what waited when it went, and waits still. */
  async takeUpAgain(waiting: readonly WaitingToolCall[]): Promise<void> {
    this.#calls.begin(waiting);
    await this.catchUp();
    const file = await this.#file();
    if (file) await this.#goOn(this.#conversation.pathOf(file.sessionId));
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
        await this.#goOn(payload.transcript_path, payload.source);
        this.#work.rests();
        this.#tellStarted();
        this.#hasStarted = true;
        return undefined;
      case 'UserPromptSubmit':
        // A subagent that has finished is news to the main agent, and comes as a prompt too.
        this.#asks.mainWentOn();
        this.#prompts += 1;
        this.#work.begins();
        // The gateway may have been away when the conversation began.
        void this.#goOn(payload.transcript_path);
        return both(this.#title.reply(), this.#tellDesk());
      case 'PostToolUse':
      case 'PostToolUseFailure':
      case 'PermissionDenied':
        this.#finished(payload.tool_use_id);
        return undefined;
      case 'Notification':
        if (payload.notification_type === 'idle_prompt') this.#work.rests({ isIdle: true });
        return undefined;
      case 'Stop':
        this.#background = payload.background_tasks.filter(({ type }) => type === 'subagent').length;
        void this.#endTurn().catch((error: unknown) => this.#parts.onTrouble(error));
        return this.#tellDesk();
      case 'StopFailure':
        await this.#endTurn();
        return undefined;
      case 'SessionEnd':
        // What ends in a terminal of Beckon's, tmux tells.
        if (!this.#parts.terminal && !this.#goesOnAfter(payload.reason)) await this.#end(endedInTerminal);
        return undefined;
      case 'PreToolUse':
        // A subagent in the background works while its session rests.
        if (payload.agent_id === undefined) this.#work.begins();
        return undefined;
      case 'SubagentStop':
        return undefined;
    }
  }

  async send({ parts }: { parts: PromptPart[] }): Promise<void> {
    const { screen, isTaken } = await this.#ownTerminal().submit(parts);
    if (!isTaken) this.warn(mayNotBeSent);
    this.#status.onScreen(screen);
  }

  async interrupt(): Promise<void> {
    const terminal = this.#ownTerminal();
    await this.#asks.duringInterrupt(() => terminal.interrupt(this.#work));
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    await this.#ownTerminal().setPermissionMode(mode);
  }

  setModel(_model: string | undefined): Promise<void> {
    return Promise.reject(new BeckonError('not_supported', 'Use /model in the terminal to switch its model.'));
  }

  async rename(title: string): Promise<void> {
    this.#title.wants(title);
    // One that has just been started is about to be given its first prompt, and takes the name with that.
    if (this.#isJoined || this.#prompts > 0) await this.#parts.terminal?.rename(title).catch(() => undefined);
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
    await this.#conversation.close();
  }

  /** Called where its screen has changed: no hook tells that the mode was switched at the desk. */
  onScreen(screen: string): void {
    const permissionMode = this.#parts.terminal?.modeOn(screen);
    if (this.#isOver) return;
    if (permissionMode !== undefined) this.#parts.host.update({ permissionMode });
    this.#status.onScreen(screen);
  }

  /** Called now and then: a process does not say when it was killed. `terminals` are those that still run something. */
  async checkAlive(terminals: ReadonlySet<string>): Promise<void> {
    const { terminal, sessionId } = this.#parts;
    const isRunning = terminal ? terminals.has(sessionId) : !this.#process || (await isSame(this.#process));
    if (this.#isOver) return;
    if (isRunning) return this.#checkSilence();
    await this.#end((await terminal?.ending()) ?? 'Claude Code has ended.');
  }

  async #checkSilence(): Promise<void> {
    if (!(await this.#work.hasFallenSilent())) return;
    this.#asks.mainWentOn();
    await this.#comeToRest('interrupted');
  }

  /** As a hook says. Whether what is in a terminal of Beckon's own still runs, tmux knows better. */
  async noteProcess(pid: number): Promise<void> {
    if (this.#process?.pid === pid) return;
    const process = await processOf(pid);
    if (process === undefined || this.#isOver) return;
    this.#process = process;
    if (!this.#parts.terminal) this.#parts.onKept({ process });
  }

  async #file(): Promise<ProcessFile | undefined> {
    return this.#process && this.#parts.readProcessFile(this.#process.pid);
  }

  async #hasEnded(): Promise<boolean> {
    const { terminal } = this.#parts;
    if (terminal) return !(await terminal.isRunning().catch(() => false));
    return this.#process !== undefined && !(await isSame(this.#process));
  }

  async #end(message: string): Promise<void> {
    if (this.#isOver) return;
    await this.#conversation.followed.caughtUp();
    this.#conversation.endTurn();
    await this.#conversation.tellSpent();
    await this.leave();
    await this.#parts.terminal?.kill();
    this.#parts.onGone('ended');
    this.#parts.host.ended({ reason: 'agent_gone', message });
  }

  /** The hook outruns the transcript, which the agent writes a moment later: what the turn said comes before its end. */
  async #endTurn(): Promise<void> {
    this.#work.ends();
    const prompts = this.#prompts;
    await pause(this.#parts.clock, transcriptLagMs);
    // Its person may have said the next thing already.
    if (this.#prompts === prompts) await this.#comeToRest();
  }

  async #comeToRest(outcome?: TurnOutcome): Promise<void> {
    await this.#conversation.followed.caughtUp();
    if (this.#isOver) return;
    this.#conversation.endTurn(outcome);
    await this.#conversation.tellSpent();
    this.#work.rests();
  }

  /**
   * The same process may go on with another conversation. What it asked in the last one it waits for no more; its subagents in
   * the background live on, and wait still.
   */
  #goOn(transcript: string, source?: string): Promise<void> {
    const asked = this.#asks.mainCalls;
    const beginning = { isFirst: !this.#hasStarted, ...(source !== undefined && { source }) };
    return this.#conversation.goOn(transcript, beginning, () => {
      for (const toolCallId of asked) this.#asks.settled(toolCallId);
      this.#status.note({ contextTokens: undefined });
    });
  }

  /** Whether its process lives on: only where that is known can its next conversation be told to be its own. */
  #goesOnAfter(reason: string): boolean {
    return this.#process !== undefined && ['clear', 'resume'].includes(reason);
  }

  #tell({ events, status, terminal }: Told): void {
    for (const one of events) {
      const event = this.#withRecord(one);
      this.#conversation.tell(event);
      if (event.type === 'tool_result') this.#finished(event.data.toolCallId);
      // No hook says that a turn was interrupted; the transcript does.
      if (event.type !== 'done' || this.#conversation.isRecalled) continue;
      this.#work.rests();
      void this.#conversation.tellSpent();
    }
    this.#status.note(terminal);
    if (!this.#conversation.isRecalled) this.#status.tell();
    if (status) this.#tellStatus(status);
  }

  #tellStatus(status: AgentStatus): void {
    if (status.named) this.#title.isNamed(status.named.title);
    this.#conversation.tellStatus(status);
  }

  #withRecord(event: AgentEvent): AgentEvent {
    if (event.type !== 'tool_result') return event;
    const { toolCallId, result } = event.data;
    const { recorded: _, ...rest } = result;
    const recorded = this.#asks.recorded(toolCallId, result);
    return { ...event, data: { toolCallId, result: { ...rest, ...(recorded && { recorded }) } } };
  }

  #finished(toolCallId: ToolCallId): void {
    this.#calls.finished(toolCallId);
    this.#asks.settled(toolCallId);
  }

  /** A terminal of Beckon's own says it in its last line. */
  #tellDesk(): DeskReply | undefined {
    if (this.#parts.terminal) return undefined;
    const note = this.#deskNote.next({ waiting: this.#asks.ofSubagents, background: this.#background });
    return note === undefined ? undefined : { systemMessage: note };
  }

  /** Tells its person of something that only they can look into. */
  warn(text: string): void {
    this.#notice('warning', text);
  }

  #ownTerminal(): OwnTerminal {
    const { terminal } = this.#parts;
    if (terminal) return terminal;
    throw new BeckonError('not_supported', 'This session runs in a terminal of yours: type there.');
  }

  #notice(level: NoticeLevel, text: string): void {
    const { host } = this.#parts;
    host.emit({ type: 'notice', data: { messageId: randomUUID(), createdAt: host.now(), level, text } });
  }
}

function both(title: TitleReply | undefined, note: DeskReply | undefined): HookReply | undefined {
  return title || note ? { ...title, ...note } : undefined;
}

const mayNotBeSent =
  'The message was typed into the terminal, and stood there still after Enter. Open the terminal to see whether it was sent.';
const transcriptLagMs = 500;
const endedInTerminal = 'The session was ended in its terminal.';
