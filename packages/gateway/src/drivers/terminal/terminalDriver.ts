// The driver that runs sessions as `claude` in a terminal: in tmux on a socket of Beckon's own, where it starts them, and
// wherever the user's own hooks report one. They outlive the gateway; it finds them again.
import { realpath, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PermissionSuggestion, FolderLook, SandboxSupport, SessionId } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause, systemClock } from '../../clock.ts';
import type { PrivateFolder } from '../../privateFolder.ts';
import { quietFolder } from '../claude/folder/quietFolder.ts';
import { whatRuns } from '../claude/folder/whatRuns.ts';
import { findGrant, removeGrant } from '../claude/grants.ts';
import { restrictions, sandboxSupport } from '../claude/sandbox.ts';
import { PastConversations } from '../claude/pastConversations.ts';
import type {
  FoundGrant,
  Agent,
  AgentHost,
  AgentSpec,
  Driver,
  DriverRoute,
  PastPage,
  PastQuery,
  Place,
  RunningAgent,
} from '../driver.ts';
import { claudeFolder, projectsFolder } from '../claudeFolder.ts';
import { transcriptPath } from '../transcriptPath.ts';
import { commandArguments, settingsArgument, startingMode } from './claudeCommand.ts';
import { claudeVersion, findClaude } from './claudeProgram.ts';
import { claudeTheme } from './claudeTheme.ts';
import { terminalDescription } from './description.ts';
import { Discoveries, type FoundTerminal } from './discoveries.ts';
import { HookEndpoints, looksLikeSecret } from './hooks/hookEndpoints.ts';
import { createHookServer, type HookListener, type HookSender } from './hooks/hookServer.ts';
import { knowsLaterEvents, settingsForSession } from './hooks/hookCommand.ts';
import { checkedHookScript } from './hooks/hookScript.ts';
import { keepLastHook } from './hooks/lastHook.ts';
import { mergedSettings } from './hooks/mergedSettings.ts';
import type { HookPayload } from './hooks/payload.ts';
import type { HookReply } from './hooks/permissionReply.ts';
import { KeptFiles } from './keptFiles.ts';
import { type KeptTerminal, KeptTerminals } from './keptTerminals.ts';
import { OwnTerminal } from './ownTerminal.ts';
import { isSame } from '../../processes.ts';
import { readProcessFile } from './processFile.ts';
import { Reporters } from './reporters.ts';
import { TerminalAgent, type TerminalAgentParts } from './terminalAgent.ts';
import { namesOfRunning, TerminalWatch } from './terminalWatch.ts';
import { loginPath } from './tmux/loginPath.ts';
import { deskEnvironment, paneEnvironment } from './tmux/paneEnvironment.ts';
import { PaneViews } from './tmux/paneView.ts';
import type { Size } from './tmux/terminalList.ts';
import { Tmux } from './tmux/tmux.ts';
import { untilStarted } from './untilStarted.ts';
import { holdsConversation } from '../claude/transcript/keptConversation.ts';
import { namedTranscript } from '../claude/transcript/location.ts';

export interface TerminalDriverOptions {
  stateDir: string;
  /** What agents are kept away from; the state directory with all that is in it, unless told otherwise. */
  privateFolder?: PrivateFolder;
  /** The environment of the agents. */
  env: Record<string, string>;
  /** The `claude` to run; the user's own, or the SDK's, where left out. */
  claudePath?: string;
  clock?: Clock;
  /** Told of what went wrong with no one there to be told. */
  onTrouble(error: unknown): void;
}

/** A hook looks for the gateway every second. */
const hooksReturnWithinMs = 2500;

export class TerminalDriver implements Driver, HookListener {
  readonly name = 'terminal';
  readonly description = terminalDescription;
  readonly agentsTellPrompts = true;
  /** Where hooks report. */
  readonly routes: readonly DriverRoute[];
  readonly #options: TerminalDriverOptions;
  readonly #tmux: Tmux;
  readonly #views: PaneViews;
  readonly #files: KeptFiles;
  readonly #endpoints: HookEndpoints;
  readonly #kept: KeptTerminals;
  readonly #past: PastConversations;
  readonly #agents = new Map<SessionId, TerminalAgent>();
  readonly #reporters: Reporters;
  readonly #discoveries: Discoveries;
  readonly #clock: Clock;
  /** Aborts when the driver is closed. */
  readonly #closed = new AbortController();
  readonly #watch: TerminalWatch;
  readonly #hooksAreBack: Promise<void>;
  #tellHooksAreBack: () => void = () => undefined;
  #found: (running: RunningAgent) => boolean = () => false;

  constructor(options: TerminalDriverOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#tmux = new Tmux({ folder: options.stateDir, environment: options.env, clock: this.#clock });
    this.#views = new PaneViews(this.#tmux);
    this.#reporters = new Reporters(this.#agents, this.#tmux);
    this.#watch = new TerminalWatch({
      tmux: this.#tmux,
      clock: this.#clock,
      agents: this.#agents,
      beforeLook: () => this.#files.writeUnwritten(),
      onTrouble: (error) => options.onTrouble(error),
    });
    this.#discoveries = new Discoveries({
      reporters: this.#reporters,
      projects: projectsFolder(options.env),
      takeUp: (found) => this.#takeUp(found),
    });
    this.#past = new PastConversations(projectsFolder(options.env));
    this.#files = new KeptFiles((error) => options.onTrouble(error));
    this.#endpoints = new HookEndpoints(options.stateDir, this.#files);
    this.#kept = new KeptTerminals(options.stateDir, this.#files);
    const receiveHook = createHookServer({
      listener: this,
      endpoints: this.#endpoints,
      clock: this.#clock,
      onArrival: keepLastHook(options.stateDir, this.#files),
      onTrouble: (error) => options.onTrouble(error),
    });
    this.routes = [{ method: 'POST', path: '/hooks/:event', handle: receiveHook, mayHaveGiven: looksLikeSecret }];
    this.#hooksAreBack = new Promise((resolve) => (this.#tellHooksAreBack = resolve));
  }

  sandbox(): Promise<SandboxSupport> {
    return sandboxSupport(this.#options.env['PATH']);
  }

  /** From now on hooks find the gateway. */
  listening({ url }: { url: string }): void {
    this.#endpoints.announce(Number(new URL(url).port));
    // A hook that cannot find the gateway yet is not gone.
    void this.#files
      .allWritten()
      .then(() => pause(this.#clock, hooksReturnWithinMs, this.#closed.signal))
      .then(this.#tellHooksAreBack);
  }

  async start(spec: AgentSpec, host: AgentHost): Promise<Agent> {
    await this.#tmux.check();
    this.#watch.begin();
    const { sessionId, cwd } = spec;
    const environment = await quietFolder(await this.#environmentOf(spec), spec);
    const claude = findClaude(environment['PATH'], this.#options.claudePath);
    const hasLaterEvents = knowsLaterEvents(await claudeVersion(claude, environment));
    const transcript = await this.#transcriptOf(spec);
    const isKept = await this.#isKept(spec, transcript);
    const earlier = this.#kept.read(sessionId);
    try {
      const settingsPath = await this.#writeForStart(spec, transcript, hasLaterEvents);
      const resumed = isKept ? basename(transcript, '.jsonl') : undefined;
      const command = [claude, ...commandArguments(spec, { resumed, settingsPath })] as const;
      await this.#tmux.start({ name: sessionId, cwd, command, environment, ...sizeAt(spec.desk) });
      const agent = this.#look({ ...spec, permissionMode: startingMode(spec) }, transcript, host);
      if (isKept) await agent.recall();
      const { started } = agent;
      if (!(await untilStarted({ tmux: this.#tmux, clock: this.#clock, started }, spec))) agent.warn(saysNothing);
      host.update({ conversationId: agent.conversationId });
      return agent;
    } catch (error) {
      await this.#agents.get(sessionId)?.close();
      this.#endpoints.closeFor(sessionId);
      this.#kept.putBack(sessionId, earlier);
      throw error;
    }
  }

  /**
   * An agent that could not report, or that no later gateway would know of, would wait with nobody to see it: without
   * these files it is not started. Says where its settings are.
   */
  async #writeForStart(spec: AgentSpec, transcript: string, hasLaterEvents: boolean): Promise<string> {
    const { sessionId, cwd, model, folderTrust } = spec;
    const permissionMode = startingMode(spec);
    const scriptPath = checkedHookScript();
    const endpointPath = this.#endpoints.openFor(sessionId);
    const { stateDir, privateFolder = { path: stateDir, names: [] } } = this.#options;
    const own = restrictions(privateFolder, spec);
    const isFolderTrusted = folderTrust === 'trusted';
    const settings = settingsForSession({
      scriptPath,
      endpointPath,
      hasLaterEvents,
      restrictions: own,
      isFolderTrusted,
      ownFolder: claudeFolder(this.#options.env),
    });
    const merged = await mergedSettings(settings, settingsArgument(spec), cwd);
    const settingsPath = this.#kept.keepSettings(sessionId, merged);
    const { spent } = this.#kept.read(sessionId) ?? {};
    const known = { ...(model !== undefined && { model }), ...(spent && { spent }) };
    const kept = { sessionId, cwd, permissionMode, transcript, waiting: [], ...known };
    this.#files.requireWritten([endpointPath, settingsPath, this.#kept.keep(kept)]);
    return settingsPath;
  }

  /** The one of the desk where it is started there; else the gateway's, with the PATH of a login shell. */
  async #environmentOf({ desk }: AgentSpec): Promise<Record<string, string>> {
    if (desk) return deskEnvironment(desk.environment);
    return paneEnvironment(this.#options.env, await loginPath(this.#options.env, undefined, this.#clock));
  }

  async watch(found: (running: RunningAgent) => boolean): Promise<void> {
    this.#found = found;
    this.#watch.begin();
    const running = await this.#tmux.list().then(namesOfRunning, () => new Set<string>());
    for (const kept of this.#kept.list()) {
      const { sessionId, process } = kept;
      if (process ? await isSame(process) : running.has(sessionId)) {
        if (!process) this.#endpoints.openFor(sessionId);
        found({ ...kept, model: kept.model, join: (host) => this.#join(kept, host) });
      } else if (process) this.#kept.forget(sessionId);
    }
  }

  whatRuns(cwd: string): Promise<FolderLook> {
    return whatRuns(this.#options.env, cwd);
  }

  findGrant(grant: PermissionSuggestion, cwd: string): Promise<FoundGrant> {
    return findGrant(grant, { env: this.#options.env, cwd });
  }

  removeGrant(grant: PermissionSuggestion, cwd: string): Promise<void> {
    return removeGrant(grant, { env: this.#options.env, cwd });
  }

  past(end: Place, query: PastQuery): Promise<PastPage> {
    return this.#past.page(end, query);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#watch.close();
    this.#views.close();
    this.#endpoints[Symbol.dispose]();
    this.#files.writeUnwritten();
  }

  /** Routes an event to its session's agent; one of a session that nobody knows yet makes it known. */
  async onHook(payload: HookPayload, from: HookSender, signal: AbortSignal): Promise<HookReply | undefined> {
    // First what is under way, so that events stay in the order in which they came.
    await this.#discoveries.underWay(payload.session_id);
    const isShared = from.sessionId === undefined;
    const known = await this.#reporters.agentOf(payload, from);
    // A session that Beckon started reports for itself.
    if (isShared && known?.isInOwnTerminal) return undefined;
    const agent = known ?? (isShared ? await this.#discoveries.discover(payload, from) : undefined);
    if (from.pid !== undefined) void agent?.noteProcess(from.pid);
    return agent?.onHook(payload, from, signal);
  }

  /** Takes up a session that its person started in a terminal of their own; undefined where the house does not want it. */
  #takeUp({
    cwd,
    permissionMode,
    transcript,
    conversationId,
    process,
  }: FoundTerminal): Promise<TerminalAgent | undefined> {
    return new Promise((resolve) => {
      const join = async (host: AgentHost) => {
        const { id: sessionId } = host.session;
        this.#kept.keep({ sessionId, cwd, permissionMode, transcript, waiting: [], ...(process && { process }) });
        const agent = this.#agent({ sessionId, host, transcript, terminal: undefined, process });
        await agent.catchUp();
        resolve(agent);
        return agent;
      };
      const running = { sessionId: conversationId, cwd, permissionMode, model: undefined, join };
      if (!this.#found(running)) resolve(undefined);
    });
  }

  async #join(kept: KeptTerminal, host: AgentHost): Promise<Agent> {
    const { sessionId, process, transcript, waiting } = kept;
    const agent = process
      ? this.#agent({ sessionId, host, transcript, terminal: undefined, process })
      : this.#look(kept, transcript, host);
    await agent.takeUpAgain(waiting);
    return agent;
  }

  /** The transcript that a session's agent writes, or will; after `/clear` it goes by another name than the session. */
  async #transcriptOf({ sessionId, conversationId = sessionId, cwd }: AgentSpec): Promise<string> {
    const real = await realpath(cwd).catch(() => cwd);
    const pathOf = (id: string) => transcriptPath(projectsFolder(this.#options.env), { cwd: real, sessionId: id });
    for (const path of [this.#kept.read(sessionId)?.transcript, pathOf(conversationId)]) {
      if (path !== undefined && (await holdsConversation(path))) return path;
    }
    return pathOf(sessionId);
  }

  /** An agent that died early has kept no conversation, only a file that is in the way of a new one. */
  async #isKept({ conversation }: AgentSpec, transcript: string): Promise<boolean> {
    if (conversation === 'kept' || (await holdsConversation(transcript))) return true;
    await rm(transcript, { force: true });
    return false;
  }

  #look(spec: KeptTerminal | AgentSpec, transcript: string, host: AgentHost): TerminalAgent {
    const { sessionId, cwd, permissionMode: startedIn } = spec;
    const theme = () => claudeTheme(this.#options.env);
    const terminal = new OwnTerminal({ tmux: this.#tmux, views: this.#views, name: sessionId, cwd, startedIn, theme });
    return this.#agent({ sessionId, host, transcript, terminal, process: undefined });
  }

  #agent(parts: AgentParts): TerminalAgent {
    const agent = new TerminalAgent({
      ...parts,
      clock: this.#clock,
      past: this.#past,
      hooksAreBack: this.#hooksAreBack,
      spent: this.#kept.read(parts.sessionId)?.spent,
      readTranscriptPath: async (path) => (await namedTranscript(path, projectsFolder(this.#options.env)))?.path,
      readProcessFile: (pid) => readProcessFile(projectsFolder(this.#options.env), pid),
      onTrouble: (error) => this.#options.onTrouble(error),
      onKept: (change) => {
        this.#kept.update(parts.sessionId, change);
        if (change.waiting) parts.terminal?.tellDesk(change.waiting);
      },
      onGone: (how) => {
        parts.terminal?.tellDesk([]);
        if (this.#agents.get(parts.sessionId) === agent) this.#agents.delete(parts.sessionId);
        if (how === 'left') return;
        this.#endpoints.closeFor(parts.sessionId);
        if (how === 'closed') this.#kept.forget(parts.sessionId);
        else this.#kept.rest(parts.sessionId);
      },
    });
    this.#agents.set(parts.sessionId, agent);
    // An earlier gateway may have been killed with something to say.
    parts.terminal?.tellDesk([]);
    return agent;
  }
}

const saysNothing =
  'Claude Code runs in its terminal, but has not said in half a minute that it is ready. Open the terminal to see what it shows.';

type AgentParts = Pick<TerminalAgentParts, 'sessionId' | 'host' | 'transcript' | 'terminal' | 'process'>;

/** As large as it will be once its person sits at it: one row is tmux's own. */
function sizeAt(desk: AgentSpec['desk']): { size?: Size } {
  return desk?.size ? { size: { cols: desk.size.columns, rows: Math.max(desk.size.rows - 1, 2) } } : {};
}
