// An agent in a terminal: its transcript tells what happened, its hooks what happens now, and where the terminal is
// Beckon's own, its screen can be looked at and typed into.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Ability, PermissionMode, PromptPart, SessionId, ToolCallId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { becomesTrue, pause } from '../../clock.ts';
import type { Agent, AgentEvent, AgentHost, Pane, Place, ToolCallAsk } from '../driver.ts';
import { askFor, planIn, type WaitingToolCall } from '../interactiveTools.ts';
import type { Told } from '../told.ts';
import { terminalAbilities } from './description.ts';
import { ToolCallCorrelation } from './hooks/correlate.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload, LargeToolInput, PermissionRequest } from './hooks/payload.ts';
import type { HookReply, RequestedCall } from './hooks/permissionReply.ts';
import type { OwnTerminal } from './ownTerminal.ts';
import { ShownStatus } from './shownStatus.ts';
import { isSame, type KnownProcess, startOf } from '../../processes.ts';
import { TerminalAsks } from './terminalAsks.ts';
import type { PastConversations } from '../claude/pastConversations.ts';
import { beginsMessage, Recollection } from '../claude/recollection.ts';
import { followSession, type FollowedSession, type Mark } from '../claude/transcript/followSession.ts';
import type { OpenToolCall } from '../claude/transcript/openCalls.ts';

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
  readonly #calls = new ToolCallCorrelation();
  readonly #status: ShownStatus;
  readonly #started: Promise<void>;
  #tellStarted: () => void = () => undefined;
  #followed: FollowedSession;
  #transcript: string;
  /** In a terminal that is not Beckon's, once a hook has named it. */
  #process: KnownProcess | undefined;
  /** What it waited with when the gateway went away, until that is known to be over. */
  #waited: readonly WaitingToolCall[] = [];
  /** While it is read for the first time, the past is gathered here. */
  #past: Recollection | undefined;
  #messagesSinceMark = 0;
  #isOver = false;

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
    this.#status = new ShownStatus(host);
    this.#process = parts.process;
    this.#transcript = transcript;
    if (terminal) host.update({ permissionModes: terminal.reachableModes });
    this.#followed = this.#follow(transcript);
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
    this.#status.tell();
  }

  /** Tells all that happened before, and asks again what waited when the gateway went away and waits still. */
  async catchUp(waiting: readonly WaitingToolCall[] = []): Promise<void> {
    this.#waited = waiting;
    await this.recall();
    const isAtWork = this.#danglingCalls().length > 0 || this.#waited.length > 0;
    this.#parts.host.update({ state: isAtWork ? 'assistant_turn' : 'user_turn', ...this.#conversation });
    for (const ask of await this.#stillWaiting()) void this.#asks.again(ask);
  }

  async onHook(payload: HookPayload, from: HookSender, hook: AbortSignal): Promise<HookReply | undefined> {
    if (this.#isOver || !this.#calls.observe(payload, from.large?.abridged)) return undefined;
    const { host } = this.#parts;
    if (payload.permission_mode !== undefined) host.update({ permissionMode: payload.permission_mode });
    switch (payload.hook_event_name) {
      case 'PermissionRequest': {
        const { large } = from;
        const call = await (from.isRepeated ? this.#callAgain(payload, large) : this.#callOf(payload, large));
        return call && this.#asks.byHook(payload, { ...call, large }, hook);
      }
      case 'SessionStart':
        await this.#continueIn(payload.transcript_path);
        host.update({ state: 'user_turn', isIdle: false });
        this.#tellStarted();
        return undefined;
      case 'UserPromptSubmit':
        // A subagent that has finished is news to the main agent, and comes as a prompt too.
        this.#asks.mainWentOn();
        host.update({ state: 'assistant_turn', isIdle: false });
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
        // What ends in a terminal of Beckon's, tmux tells; and after `clear` the same agent goes on there.
        if (!this.#parts.terminal) await this.#end(sessionEnds[payload.reason] ?? sessionEnds.other);
        return undefined;
      case 'PreToolUse':
        host.update({ state: 'assistant_turn', isIdle: false });
        return undefined;
      case 'SubagentStop':
        return undefined;
    }
  }

  async send({ parts }: { parts: PromptPart[] }): Promise<void> {
    this.#status.onScreen(await this.#ownTerminal().submit(parts));
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
    if (this.#isOver) return;
    if (permissionMode !== undefined) this.#parts.host.update({ permissionMode });
    this.#status.onScreen(screen);
  }

  /** Called now and then: a process does not say when it was killed. `terminals` are those that still run something. */
  async checkAlive(terminals: ReadonlySet<string>): Promise<void> {
    const { terminal, sessionId } = this.#parts;
    const isRunning = terminal ? terminals.has(sessionId) : !this.#process || (await isSame(this.#process));
    if (this.#isOver || isRunning) return;
    await this.#end((await terminal?.ending()) ?? 'Claude Code has ended.');
  }

  /** As a hook says; what runs in a terminal of Beckon's own, tmux knows better. */
  async noteProcess(pid: number): Promise<void> {
    if (this.#parts.terminal || this.#process?.pid === pid) return;
    const start = await startOf(pid);
    if (start === undefined || this.#isOver) return;
    this.#process = { pid, start };
    this.#parts.onKept({ process: this.#process });
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

  /** `/clear` goes on in another transcript. */
  async #continueIn(named: string): Promise<void> {
    const path = await this.#parts.readTranscriptPath(named);
    if (path === undefined || path === this.#transcript) return;
    const earlier = this.#followed;
    this.#transcript = path;
    this.#parts.onKept({ transcript: path });
    this.#parts.host.update(this.#conversation);
    this.#followed = this.#follow(path);
    void earlier.close();
  }

  /** `claude` names a transcript by its own id of the conversation. */
  get #conversation(): { conversationId: string } {
    return { conversationId: basename(this.#transcript, '.jsonl') };
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

  #tell({ events, status, terminal }: Told): void {
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
    this.#status.note(terminal);
    if (this.#past) return;
    this.#status.tell();
    if (status) host.update(status);
  }

  #withRecord(event: AgentEvent): AgentEvent {
    if (event.type !== 'tool_result') return event;
    const { toolCallId, result } = event.data;
    const { recorded: kept, ...rest } = result;
    const recorded = this.#asks.recorded(toolCallId, kept);
    return { ...event, data: { toolCallId, result: { ...rest, ...(recorded && { recorded }) } } };
  }

  #finished(toolCallId: ToolCallId): void {
    this.#waited = this.#waited.filter((call) => call.toolCallId !== toolCallId);
    this.#asks.settled(toolCallId);
  }

  /** What waits for the person still: of the calls without a result, others may run. */
  async #stillWaiting(): Promise<ToolCallAsk[]> {
    const { terminal } = this.#parts;
    const written = (toolCallId: ToolCallId) => this.#danglingCalls().find((call) => call.toolCallId === toolCallId);
    const known = this.#waited.map((call) => askFor(call, { plan: planIn(written(call.toolCallId)?.input) }));
    if (!terminal || (known.length === 0 && this.#danglingCalls().length === 0)) return known;
    let shown: OpenToolCall | undefined;
    let mayWait = false;
    // A dialog takes a moment to be drawn.
    await this.#until(async () => {
      await this.#followed.caughtUp();
      shown = await terminal.waitingCall(this.#danglingCalls());
      mayWait = shown !== undefined || (known.length > 0 && (await terminal.desk.mayHaveDialog()));
      return mayWait;
    }, dialogPatienceMs);
    const isKnown = known.some(({ toolCallId }) => toolCallId === shown?.toolCallId);
    if (shown && !isKnown) return [...known, askFor(shown)];
    // The hook comes before the call is written, and both before the dialog is drawn: that of a subagent, long before.
    return mayWait ? known : known.filter(({ toolCallId, agentId }) => agentId !== undefined || !written(toolCallId));
  }

  /** Which tool call a request is about, and for a plan, what it says: that is in the transcript, a moment later. */
  async #callOf(request: PermissionRequest, large: LargeToolInput | undefined): Promise<RequestedCall> {
    const toolCallId = this.#calls.claim(request, large?.abridged) ?? `unknown-${randomUUID()}`;
    if (request.tool_name !== 'ExitPlanMode') return { toolCallId };
    const written = () => this.#danglingCalls().find((call) => call.toolCallId === toolCallId);
    await this.#until(async () => {
      await this.#followed.caughtUp();
      return written() !== undefined;
    }, transcriptPatienceMs);
    const plan = planIn(written()?.input);
    return { toolCallId, ...(plan !== undefined && { plan }) };
  }

  /** The call of a request that comes again; undefined where it has been answered at the desk meanwhile. */
  async #callAgain(request: PermissionRequest, large: LargeToolInput | undefined): Promise<RequestedCall | undefined> {
    // While its hook waits there is no dialog of a subagent's.
    const desk = request.agent_id === undefined ? this.#parts.terminal?.desk : undefined;
    let mayWait = !desk;
    if (desk) await this.#until(async () => (mayWait = await desk.mayHaveDialog()), returnPatienceMs);
    await this.#followed.caughtUp();
    const call = this.#asks.withoutHook({ request, digest: large?.abridged.digest }, this.#waited);
    if (!mayWait || !call) return undefined;
    const plan = planIn(this.#danglingCalls().find(({ toolCallId }) => toolCallId === call.toolCallId)?.input);
    return { toolCallId: call.toolCallId, ...(plan !== undefined && { plan }) };
  }

  /** Looks again and again for a while, until it is so. */
  #until(isSo: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
    return becomesTrue(this.#parts.clock, isSo, { withinMs: patienceMs, everyMs: lookAgainMs });
  }

  #danglingCalls(): OpenToolCall[] {
    return this.#followed.reader.danglingToolCalls();
  }

  #ownTerminal(): OwnTerminal {
    const { terminal } = this.#parts;
    if (terminal) return terminal;
    throw new BeckonError('not_supported', 'This session runs in a terminal of yours: type there.');
  }

  #notice(level: 'warning' | 'error', text: string): void {
    const { host } = this.#parts;
    host.emit({ type: 'notice', data: { messageId: randomUUID(), createdAt: host.now(), level, text } });
  }
}

const sessionEnds: Record<string, string> & { other: string } = {
  clear: 'Its terminal goes on with a new conversation, which is a session of its own.',
  other: 'The session was ended in its terminal.',
};

const transcriptLagMs = 500;
const messagesBetweenMarks = 20;

const lookAgainMs = 100;
const transcriptPatienceMs = 2000;
/** The gateway's start waits for this. */
const dialogPatienceMs = 3000;
/** Only a hook waits for this, which would wait anyway. */
const returnPatienceMs = 10_000;
