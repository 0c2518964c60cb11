// The driver that runs sessions as `claude` in a terminal: in tmux on a socket of Beckon's own, where it starts them, and
// wherever the user's own hooks report one. They outlive the gateway; it finds them again.
import { realpath } from 'node:fs/promises';
import type { SessionId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Agent, AgentHost, AgentSpec, Driver, RunningAgent } from '../driver.ts';
import { claudeVersion, findClaude } from './claudeProgram.ts';
import { HookEndpoints } from './hooks/hookEndpoints.ts';
import { createHookServer, type HookListener, type HookSender } from './hooks/hookServer.ts';
import { knowsLaterEvents, settingsForSession } from './hooks/hookCommand.ts';
import { keepLastHook } from './hooks/lastHook.ts';
import type { HookPayload } from './hooks/payload.ts';
import type { HookReply } from './hooks/permissionReply.ts';
import { type KeptTerminal, KeptTerminals } from './keptTerminals.ts';
import { OwnTerminal } from './ownTerminal.ts';
import { TerminalAgent } from './terminalAgent.ts';
import { loginPath } from './tmux/loginPath.ts';
import { paneEnvironment } from './tmux/paneEnvironment.ts';
import { PaneViews } from './tmux/paneView.ts';
import { Tmux } from './tmux/tmux.ts';
import { namedTranscript, projectsFolder, transcriptPath } from './transcript/location.ts';

export interface TerminalDriverOptions {
  stateDir: string;
  /** The environment of the agents. */
  env: Record<string, string>;
  /** The `claude` to run; the user's own, or the SDK's, where left out. */
  claudePath?: string;
  now(): number;
  /** Told of what went wrong with no one there to be told. */
  onTrouble(error: unknown): void;
}

const startTimeoutMs = 30_000;
const checkEveryMs = 2000;

export class TerminalDriver implements Driver, HookListener {
  readonly name = 'terminal';
  /** Answers `POST /hooks/EVENT`. */
  readonly receiveHook: (request: Request) => Promise<Response>;
  readonly #options: TerminalDriverOptions;
  readonly #tmux: Tmux;
  readonly #views: PaneViews;
  readonly #endpoints: HookEndpoints;
  readonly #kept: KeptTerminals;
  readonly #agents = new Map<SessionId, TerminalAgent>();
  readonly #discoveries = new Map<SessionId, Promise<TerminalAgent | undefined>>();
  readonly #checks: NodeJS.Timeout;
  #found: (running: RunningAgent) => boolean = () => false;

  constructor(options: TerminalDriverOptions) {
    this.#options = options;
    this.#tmux = new Tmux({ folder: options.stateDir, environment: options.env });
    this.#views = new PaneViews(this.#tmux);
    this.#endpoints = new HookEndpoints(options.stateDir);
    this.#kept = new KeptTerminals(options.stateDir);
    this.receiveHook = createHookServer({
      listener: this,
      endpoints: this.#endpoints,
      now: () => options.now(),
      onArrival: keepLastHook(options.stateDir),
      onTrouble: (error) => options.onTrouble(error),
    });
    const check = () => void this.#checkAll().catch((error: unknown) => options.onTrouble(error));
    this.#checks = setInterval(check, checkEveryMs).unref();
  }

  /** From now on hooks find the gateway. */
  announce(port: number): void {
    this.#endpoints.announce(port);
  }

  async start(spec: AgentSpec, host: AgentHost): Promise<Agent> {
    await this.#tmux.check();
    const { sessionId, cwd, permissionMode, model } = spec;
    const path = await loginPath(this.#options.env);
    const environment = paneEnvironment(this.#options.env, path);
    const claude = findClaude(environment['PATH'], this.#options.claudePath);
    const settings = this.#kept.keep(
      { sessionId, cwd, permissionMode, ...(model !== undefined && { model }) },
      settingsForSession({
        scriptPath: this.#endpoints.scriptPath,
        endpointPath: this.#endpoints.openFor(sessionId),
        hasLaterEvents: knowsLaterEvents(await claudeVersion(claude, environment)),
      }),
    );
    try {
      const command: [string, ...string[]] = [claude, ...programArguments(spec, settings)];
      await this.#tmux.start({ name: sessionId, cwd, command, environment });
      const agent = await this.#look(spec, host);
      await this.#untilStarted(agent, spec);
      return agent;
    } catch (error) {
      await this.#agents.get(sessionId)?.close();
      this.#forget(sessionId);
      if (spec.conversation === 'kept-or-new' && isUnknownConversation(error)) {
        return this.start({ ...spec, conversation: 'new' }, host);
      }
      throw error;
    }
  }

  async watch(found: (running: RunningAgent) => boolean): Promise<void> {
    this.#found = found;
    for (const { name, exit } of await this.#tmux.list().catch(() => [])) {
      const kept = this.#kept.read(name);
      if (!kept || exit) continue;
      this.#endpoints.openFor(kept.sessionId);
      found({ ...kept, model: kept.model, join: (host) => this.#join(kept, host) });
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#views.close();
    this.#endpoints[Symbol.dispose]();
  }

  /** Routes an event to its session's agent; one of a session that nobody knows yet makes it known. */
  async onHook(payload: HookPayload, from: HookSender, signal: AbortSignal): Promise<HookReply | undefined> {
    const id = from.sessionId ?? payload.session_id;
    // First what is under way, so that events stay in the order in which they came.
    const known = (await this.#discoveries.get(id)) ?? this.#agents.get(id);
    const agent = known ?? (from.sessionId === undefined ? await this.#discover(payload) : undefined);
    if (from.pid !== undefined) agent?.noteProcess(from.pid);
    return agent?.onHook(payload, signal);
  }

  /** Events of a session that is just being taken up wait for that. */
  #discover(payload: HookPayload): Promise<TerminalAgent | undefined> {
    const id = payload.session_id;
    const underWay = this.#discoveries.get(id) ?? this.#takeUp(payload).finally(() => this.#discoveries.delete(id));
    this.#discoveries.set(id, underWay);
    return underWay;
  }

  /** A session that the user started in a terminal of their own. */
  async #takeUp(payload: HookPayload): Promise<TerminalAgent | undefined> {
    if (payload.hook_event_name === 'SessionEnd') return undefined;
    const named = await namedTranscript(payload.transcript_path, projectsFolder(this.#options.env));
    if (named?.sessionId !== payload.session_id) return undefined;
    const { sessionId, path: transcript } = named;
    return new Promise((resolve) => {
      const join = async (host: AgentHost) => {
        const agent = this.#agent({ sessionId, host, transcript, terminal: undefined });
        await agent.catchUp();
        resolve(agent);
        return agent;
      };
      const { cwd, permission_mode: permissionMode = 'default' } = payload;
      if (!this.#found({ sessionId, cwd, permissionMode, model: undefined, join })) resolve(undefined);
    });
  }

  async #join(kept: KeptTerminal, host: AgentHost): Promise<Agent> {
    const agent = await this.#look(kept, host);
    await agent.catchUp();
    return agent;
  }

  async #look({ sessionId, cwd }: KeptTerminal | AgentSpec, host: AgentHost): Promise<TerminalAgent> {
    const real = await realpath(cwd).catch(() => cwd);
    const transcript = transcriptPath(projectsFolder(this.#options.env), { cwd: real, sessionId });
    const terminal = new OwnTerminal({ tmux: this.#tmux, views: this.#views, name: sessionId, cwd });
    return this.#agent({ sessionId, host, transcript, terminal });
  }

  #agent(parts: Omit<ConstructorParameters<typeof TerminalAgent>[0], 'onGone' | 'readTranscriptPath'>): TerminalAgent {
    const agent = new TerminalAgent({
      ...parts,
      readTranscriptPath: async (path) => (await namedTranscript(path, projectsFolder(this.#options.env)))?.path,
      onGone: (isOver) => {
        if (this.#agents.get(parts.sessionId) === agent) this.#agents.delete(parts.sessionId);
        if (isOver) this.#forget(parts.sessionId);
      },
    });
    this.#agents.set(parts.sessionId, agent);
    return agent;
  }

  /** A dialog of its first start may stand before its readiness: the terminal is then where to look. */
  async #untilStarted(agent: TerminalAgent, { sessionId }: AgentSpec): Promise<void> {
    const deadline = this.#options.now() + startTimeoutMs;
    let hasStarted = false;
    void agent.started.then(() => (hasStarted = true));
    while (!hasStarted && this.#options.now() < deadline) {
      const terminal = await this.#tmux.find(sessionId);
      if (!terminal || terminal.exit) throw await this.#endedAtOnce(sessionId);
      if (await agent.hasDialog()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #endedAtOnce(sessionId: SessionId): Promise<BeckonError> {
    const screen = await this.#tmux.screen(sessionId).catch(() => '');
    await this.#tmux.kill(sessionId);
    const lastWords = screen.trim().split('\n').at(-1)?.slice(0, 300);
    const quote = lastWords ? ` Its last words: “${lastWords}”` : '';
    return new BeckonError('agent_unavailable', `Claude Code stopped as soon as it was started.${quote}`);
  }

  #forget(sessionId: SessionId): void {
    this.#endpoints.closeFor(sessionId);
    this.#kept.forget(sessionId);
  }

  /** One look at tmux for all: what a terminal runs may end without a word. */
  async #checkAll(): Promise<void> {
    if (this.#agents.size === 0) return;
    const running = (await this.#tmux.list()).flatMap(({ name, exit }) => (exit ? [] : [name]));
    const terminals = new Set(running);
    await Promise.all([...this.#agents.values()].map((agent) => agent.checkAlive(terminals)));
  }
}

/** Ours come last: where both say something, the session must still be ours to follow. */
function programArguments(spec: AgentSpec, settings: string): string[] {
  const { sessionId, permissionMode, model, conversation } = spec;
  return [
    ...spec.claudeArguments,
    ...(conversation === 'new' ? ['--session-id', sessionId] : ['--resume', sessionId]),
    ...(model === undefined ? [] : ['--model', model]),
    '--permission-mode',
    permissionMode,
    '--settings',
    settings,
  ];
}

function isUnknownConversation(error: unknown): boolean {
  return error instanceof BeckonError && error.message.includes('No conversation found');
}
