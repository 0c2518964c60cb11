// An agent in a terminal: its transcript tells what happened, its hooks what happens now, and where the terminal is
// Beckon's own, its screen can be looked at and typed into.
import { randomUUID } from 'node:crypto';
import type { Ability, PermissionMode, PromptPart, SessionId, ToolCallId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Agent, AgentAsk, AgentEvent, AgentHost, Pane } from '../driver.ts';
import type { Told } from '../told.ts';
import { ToolCallCorrelation } from './hooks/correlate.ts';
import type { HookPayload, PermissionRequest } from './hooks/payload.ts';
import type { HookReply } from './hooks/permissionReply.ts';
import type { OwnTerminal } from './ownTerminal.ts';
import { TerminalAsks } from './terminalAsks.ts';
import { followSession, type FollowedSession } from './transcript/followSession.ts';

export interface TerminalAgentParts {
  sessionId: SessionId;
  host: AgentHost;
  transcript: string;
  /** The path, if it names a transcript of this user's sessions; what a hook says is not taken on trust. */
  readTranscriptPath(path: string): Promise<string | undefined>;
  /** Absent where the agent runs in a terminal that is not Beckon's. */
  terminal: OwnTerminal | undefined;
  /** It is no longer looked after, here; `isOver` where there is nothing left to come back to. */
  onGone(isOver: boolean): void;
}

export class TerminalAgent implements Agent {
  readonly tellsPrompts = true;
  readonly abilities: readonly Ability[];
  readonly pane?: Pane;
  readonly #parts: TerminalAgentParts;
  readonly #asks: TerminalAsks;
  readonly #calls = new ToolCallCorrelation();
  readonly #started: Promise<void>;
  #tellStarted: () => void = () => undefined;
  #followed: FollowedSession;
  #transcript: string;
  /** The agent's process, once a hook has named it. */
  #pid: number | undefined;
  /** While it is read for the first time, the past is gathered here. */
  #past: AgentEvent[] | undefined;
  #isOver = false;

  constructor(parts: TerminalAgentParts) {
    const { terminal, host, transcript } = parts;
    this.#parts = parts;
    this.abilities = terminal
      ? ['message', 'interrupt', 'permission_mode', 'updated_input', 'pane']
      : ['updated_input'];
    if (terminal) this.pane = terminal.pane;
    this.#started = new Promise((resolve) => (this.#tellStarted = resolve));
    this.#asks = new TerminalAsks({ host, desk: terminal?.desk, onTrouble: (text) => this.#notice('error', text) });
    this.#transcript = transcript;
    this.#followed = this.#follow(transcript);
  }

  async hasDialog(): Promise<boolean> {
    return (await this.#parts.terminal?.desk.hasDialog()) ?? false;
  }

  /** Resolves when the agent has said that it is ready. */
  get started(): Promise<void> {
    return this.#started;
  }

  /** Tells all that happened before, and asks what the terminal's dialog asks. */
  async catchUp(): Promise<void> {
    this.#past = [];
    await this.#followed.caughtUp();
    this.#parts.host.history(this.#past);
    this.#past = undefined;
    const open = this.#followed.reader.danglingToolCalls();
    this.#parts.host.update({ state: open.length > 0 ? 'assistant_turn' : 'user_turn' });
    let waiting: AgentAsk | undefined;
    // A dialog takes a moment to be drawn.
    if (open.length > 0 && this.#parts.terminal) {
      await until(async () => (waiting = await this.#parts.terminal?.waitingCall(open)) !== undefined);
    }
    if (waiting) void this.#asks.byScreen(waiting);
  }

  async onHook(payload: HookPayload, hook: AbortSignal): Promise<HookReply | undefined> {
    if (this.#isOver || !this.#calls.observe(payload)) return undefined;
    const { host } = this.#parts;
    if (payload.permission_mode !== undefined) host.update({ permissionMode: payload.permission_mode });
    switch (payload.hook_event_name) {
      case 'PermissionRequest':
        return this.#asks.byHook(payload, await this.#callOf(payload), hook);
      case 'SessionStart':
        await this.#continueIn(payload.transcript_path);
        host.update({ state: 'user_turn', isIdle: false });
        this.#tellStarted();
        return undefined;
      case 'UserPromptSubmit':
        this.#asks.withdrawAll('answered_in_terminal');
        host.update({ state: 'assistant_turn', isIdle: false });
        return undefined;
      case 'PostToolUse':
      case 'PostToolUseFailure':
      case 'PermissionDenied':
        this.#asks.settled(payload.tool_use_id);
        return undefined;
      case 'Notification':
        if (payload.notification_type === 'idle_prompt') host.update({ state: 'user_turn', isIdle: true });
        return undefined;
      case 'Stop':
      case 'StopFailure':
        await this.#endTurn();
        return undefined;
      case 'SessionEnd':
        // After `clear` the same process goes on under another id, and says so.
        if (payload.reason !== 'clear' && !this.#parts.terminal)
          await this.#end('The session was ended in its terminal.');
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
    await this.#ownTerminal().interrupt();
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
    this.#parts.onGone(true);
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    this.#parts.onGone(false);
    await this.#followed.close();
  }

  /** Called now and then: a process does not say when it was killed. `terminals` are those that still run something. */
  async checkAlive(terminals: ReadonlySet<string>): Promise<void> {
    const { terminal, sessionId } = this.#parts;
    const isRunning = terminal ? terminals.has(sessionId) : this.#pid === undefined || isAlive(this.#pid);
    if (this.#isOver || isRunning) return;
    const lastWords = await this.#parts.terminal?.lastWords();
    await this.#end(`Claude Code has ended.${lastWords ? ` Its last words: “${lastWords}”` : ''}`);
  }

  /** As a hook says; what runs in a terminal of Beckon's own, tmux knows better. */
  noteProcess(pid: number): void {
    this.#pid = pid;
  }

  async #end(message: string): Promise<void> {
    if (this.#isOver) return;
    await this.#followed.caughtUp();
    for (const event of this.#followed.reader.endTurn(this.#parts.host.now())) this.#parts.host.emit(event);
    await this.close();
    this.#parts.host.ended({ reason: 'agent_gone', message });
  }

  /** The hook outruns the transcript, which the agent writes a moment later: what the turn said comes before its end. */
  async #endTurn(): Promise<void> {
    const { host } = this.#parts;
    await new Promise((resolve) => setTimeout(resolve, transcriptLagMs));
    await this.#followed.caughtUp();
    if (this.#isOver) return;
    for (const event of this.#followed.reader.endTurn(host.now())) host.emit(event);
    host.update({ state: 'user_turn', isIdle: false });
  }

  #follow(path: string): FollowedSession {
    return followSession(path, {
      onTold: (told) => this.#tell(told),
      onTrouble: (sentence) => this.#notice('warning', sentence),
    });
  }

  /** `/clear` goes on in another transcript. */
  async #continueIn(named: string): Promise<void> {
    const path = await this.#parts.readTranscriptPath(named);
    if (path === undefined || path === this.#transcript) return;
    const earlier = this.#followed;
    this.#transcript = path;
    this.#followed = this.#follow(path);
    void earlier.close();
  }

  #tell({ events, status }: Told): void {
    const { host } = this.#parts;
    for (const event of events) {
      if (this.#past) this.#past.push(event);
      else host.emit(event);
      if (event.type === 'tool_result') this.#asks.settled(event.data.toolCallId);
      // No hook says that a turn was interrupted; the transcript does.
      if (event.type === 'done' && !this.#past) host.update({ state: 'user_turn' });
    }
    if (status && !this.#past) host.update(status);
  }

  /** Which tool call a request is about, and for a plan, what it says: that is in the transcript, a moment later. */
  async #callOf(request: PermissionRequest): Promise<{ toolCallId: ToolCallId; plan?: string }> {
    const toolCallId = this.#calls.claim(request) ?? `unknown-${randomUUID()}`;
    if (request.tool_name !== 'ExitPlanMode') return { toolCallId };
    const written = () => this.#followed.reader.danglingToolCalls().find((call) => call.toolCallId === toolCallId);
    await until(async () => {
      await this.#followed.caughtUp();
      return written() !== undefined;
    });
    const plan = written()?.input['plan'];
    return { toolCallId, ...(typeof plan === 'string' && { plan }) };
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

const transcriptLagMs = 500;

/** Looks again and again for a while, until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < patienceMs && !(await isSo()); waitedMs += lookAgainMs) {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

const patienceMs = 2000;
const lookAgainMs = 100;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
