// The driver that runs sessions as `claude` in a terminal: in tmux on a socket of Beckon's own, where it starts them, and
// wherever the user's own hooks report one. They outlive the gateway; it finds them again.
import { realpath, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PermissionSuggestion, FolderLook, SandboxSupport, SessionId } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { becomesTrue, pause, systemClock } from '../../clock.ts';
import type { PrivateFolder } from '../../privateFolder.ts';
import { quietGit } from '../claude/folder/quietGit.ts';
import { configFolder, whatRuns } from '../claude/folder/whatRuns.ts';
import { findGrant, removeGrant } from '../claude/grants.ts';
import { noFreerThanAsking } from '../claude/modes.ts';
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
import { FolderNotTrusted } from '../driver.ts';
import { projectsFolder, transcriptPath } from '../transcriptPath.ts';
import { commandArguments, settingsArgument, startingMode } from './claudeCommand.ts';
import { claudeVersion, findClaude } from './claudeProgram.ts';
import { claudeTheme } from './claudeTheme.ts';
import { terminalDescription } from './description.ts';
import { acceptTrust } from './dialogs/acceptTrust.ts';
import { paneTerminal } from './dialogs/paneTerminal.ts';
import { readDialog, readTrustDialog } from './dialogs/readDialog.ts';
import { ending } from './ending.ts';
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
import { isRunning, isSame, type KnownProcess, processOf } from '../../processes.ts';
import { readProcessFile } from './processFile.ts';
import { Quota } from './quota.ts';
import { Reporters } from './reporters.ts';
import { TerminalAgent, type TerminalAgentParts } from './terminalAgent.ts';
import { loginPath } from './tmux/loginPath.ts';
import { deskEnvironment, paneEnvironment } from './tmux/paneEnvironment.ts';
import { PaneViews } from './tmux/paneView.ts';
import type { Size, Terminal } from './tmux/terminalList.ts';
import { Tmux } from './tmux/tmux.ts';
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

/** Sessions that are taken up at once: each reads its conversation. */
const takenUpAtOnce = 8;
const startTimeoutMs = 30_000;
/** What is switched at the desk is to be seen within a second. */
const checkEveryMs = 800;
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
  readonly #takingUp = new Quota(takenUpAtOnce);
  readonly #discoveries = new Map<SessionId, Promise<TerminalAgent | undefined>>();
  readonly #clock: Clock;
  /** Aborts when the driver is closed. */
  readonly #closed = new AbortController();
  #cancelCheck: (() => void) | undefined;
  #lookedAtSeconds = 0;
  readonly #hooksAreBack: Promise<void>;
  #tellHooksAreBack: () => void = () => undefined;
  #found: (running: RunningAgent) => boolean = () => false;

  constructor(options: TerminalDriverOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#tmux = new Tmux({ folder: options.stateDir, environment: options.env, clock: this.#clock });
    this.#views = new PaneViews(this.#tmux);
    this.#reporters = new Reporters(this.#agents, this.#tmux);
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
    this.#keepChecking();
    const { sessionId, cwd } = spec;
    const environment = await quietGit(await this.#environmentOf(spec), spec);
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
      await this.#untilStarted(agent, spec);
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
      ownFolder: configFolder(this.#options.env),
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
    this.#keepChecking();
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
    this.#cancelCheck?.();
    this.#views.close();
    this.#endpoints[Symbol.dispose]();
    this.#files.writeUnwritten();
  }

  /** Routes an event to its session's agent; one of a session that nobody knows yet makes it known. */
  async onHook(payload: HookPayload, from: HookSender, signal: AbortSignal): Promise<HookReply | undefined> {
    // First what is under way, so that events stay in the order in which they came.
    await this.#discoveries.get(payload.session_id);
    const isShared = from.sessionId === undefined;
    const known = await this.#reporters.agentOf(payload, from);
    // A session that Beckon started reports for itself.
    if (isShared && known?.isInOwnTerminal) return undefined;
    const agent = known ?? (isShared ? await this.#discover(payload, from) : undefined);
    if (from.pid !== undefined) void agent?.noteProcess(from.pid);
    return agent?.onHook(payload, from, signal);
  }

  /** Events of a session that is just being taken up wait for that. */
  #discover(payload: HookPayload, { pid }: HookSender): Promise<TerminalAgent | undefined> {
    const id = payload.session_id;
    const known = this.#discoveries.get(id);
    if (known) return known;
    const takeUp = async () => {
      if (pid === undefined) return this.#takeUp(payload, undefined);
      const isOwn = await this.#reporters.isInOwnTerminal(pid);
      return isOwn ? undefined : this.#takeUp(payload, await processOf(pid));
    };
    const underWay = this.#takingUp.with(1, takeUp).finally(() => this.#discoveries.delete(id));
    this.#discoveries.set(id, underWay);
    return underWay;
  }

  /** A session that the user started in a terminal of their own. */
  async #takeUp(payload: HookPayload, process: KnownProcess | undefined): Promise<TerminalAgent | undefined> {
    if (payload.hook_event_name === 'SessionEnd') return undefined;
    const named = await namedTranscript(payload.transcript_path, projectsFolder(this.#options.env));
    if (named?.sessionId !== payload.session_id) return undefined;
    const { sessionId: conversationId, path: transcript } = named;
    return new Promise((resolve) => {
      const join = async (host: AgentHost) => {
        const { id: sessionId } = host.session;
        this.#kept.keep({ sessionId, cwd, permissionMode, transcript, waiting: [], ...(process && { process }) });
        const agent = this.#agent({ sessionId, host, transcript, terminal: undefined, process });
        await agent.catchUp();
        resolve(agent);
        return agent;
      };
      const { cwd } = payload;
      const permissionMode = noFreerThanAsking(payload.permission_mode ?? 'default');
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

  /** A dialog of its first start may stand before its readiness: the terminal is then where to look. */
  async #untilStarted(agent: TerminalAgent, { sessionId, folderTrust, desk }: AgentSpec): Promise<void> {
    let hasStarted = false;
    let wasDrawn = false;
    void agent.started.then(() => (hasStarted = true));
    const canBeTalkedTo = async () => {
      if (hasStarted) return true;
      const terminal = await this.#tmux.find(sessionId);
      if (!terminal || terminal.exit) throw new BeckonError('agent_unavailable', await ending(this.#tmux, sessionId));
      const screen = await this.#tmux.screen(sessionId);
      const isTrustDialog = readTrustDialog(screen) !== undefined;
      if (desk && !(isTrustDialog && folderTrust)) {
        // Whoever sits there sees it. What shows something and goes on has not failed at its first word.
        const isDrawn = wasDrawn;
        wasDrawn = screen.trim() !== '';
        return isDrawn;
      }
      if (!isTrustDialog) return readDialog(screen) !== undefined;
      if (folderTrust === undefined) throw new FolderNotTrusted();
      await acceptTrust(paneTerminal(this.#tmux, sessionId));
      return false;
    };
    await becomesTrue(this.#clock, canBeTalkedTo, { withinMs: startTimeoutMs, everyMs: 100 });
  }

  /** Not before there is something to look after, so that a driver which was never used needs no closing. */
  #keepChecking(): void {
    const check = () => {
      this.#cancelCheck = this.#clock.after(checkEveryMs, check);
      this.#files.writeUnwritten();
      void this.#checkAll().catch((error: unknown) => this.#options.onTrouble(error));
    };
    if (!this.#closed.signal.aborted) this.#cancelCheck ??= this.#clock.after(checkEveryMs, check);
  }

  /** One look at tmux for all: what a terminal runs may end without a word. */
  async #checkAll(): Promise<void> {
    if (this.#agents.size === 0) return;
    const now = this.#clock.now();
    const terminals = await this.#tmux.list();
    const running = await namesOfRunning(terminals);
    await Promise.all([...this.#agents.values()].map((agent) => agent.checkAlive(running)));
    await this.#lookAt(terminals.filter(({ name }) => running.has(name)));
    this.#lookedAtSeconds = Math.floor(now / 1000);
  }

  /** What was switched at the desk, such as the mode, only the screen tells. One on which nothing is new is not read. */
  async #lookAt(terminals: readonly Terminal[]): Promise<void> {
    const changed = terminals.filter(({ writtenAtSeconds }) => writtenAtSeconds >= this.#lookedAtSeconds);
    const screens = await this.#tmux.screens(changed.map(({ paneId }) => paneId));
    for (const [index, { name }] of changed.entries()) this.#agents.get(name)?.onScreen(screens[index] ?? '');
  }
}

/** A pane stays while anything that was started in it holds on to it, be its program dead. */
async function namesOfRunning(terminals: readonly Terminal[]): Promise<Set<string>> {
  const names = terminals.map(async ({ name, pid, exit }) => (!exit && (await isRunning(pid)) ? [name] : []));
  return new Set((await Promise.all(names)).flat());
}

type AgentParts = Pick<TerminalAgentParts, 'sessionId' | 'host' | 'transcript' | 'terminal' | 'process'>;

/** As large as it will be once its person sits at it: one row is tmux's own. */
function sizeAt(desk: AgentSpec['desk']): { size?: Size } {
  return desk?.size ? { size: { cols: desk.size.columns, rows: Math.max(desk.size.rows - 1, 2) } } : {};
}
