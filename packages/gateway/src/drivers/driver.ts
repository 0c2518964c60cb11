// What a driver must do, and all that it may see of the house.
import type {
  Ability,
  Answer,
  AskDraft,
  AskEventType,
  DriverDescription,
  DriverName,
  EndReason,
  FolderLook,
  Message,
  PaneEvent,
  PaneSize,
  PermissionMode,
  PermissionSuggestion,
  PromptPart,
  SandboxSupport,
  SessionEventDraft,
  SessionId,
  SessionInfo,
  StartingDesk,
  ToolCallId,
  TrustDecision,
  WithdrawalReason,
} from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';

/** Runs agents of one sort. Anything that the gateway does with an agent, it does through these. */
export interface Driver {
  /** Kept with each of its sessions, so that a later gateway finds the driver again. */
  readonly name: DriverName;
  /** What clients offer for its sessions, in the driver's own words. */
  readonly description: Omit<DriverDescription, 'name' | 'sandbox'>;
  /** Whether commands of its sessions can run in a sandbox here. Absent where its agents have none. */
  sandbox?(): Promise<SandboxSupport>;
  /**
   * Starts an agent, or brings an earlier conversation back, and resolves once it can take messages. Rejects with
   * `agent_unavailable` and a sentence that says what to do where it cannot; nothing is left running then.
   */
  start(spec: AgentSpec, host: AgentHost): Promise<Agent>;
  /** Its agents tell themselves what they were sent (`Agent.tellsPrompts`). */
  readonly agentsTellPrompts?: boolean;
  /** Ends the agents that an earlier gateway left behind, where they cannot run without one. Before any is started. */
  endLeftovers?(): Promise<void>;
  /**
   * For agents that run without the gateway: tells of each that runs already, because it outlived an earlier gateway or
   * its person started it elsewhere, and of each that comes later. Resolves when those that run now have been told.
   * `found` says whether the agent will be joined.
   */
  watch?(found: (running: RunningAgent) => boolean): Promise<void>;
  /**
   * What became of calls that waited for their person when their agent went away, as far as the agent has kept it. Absent
   * where no call can come back.
   */
  lookBack?(conversation: KeptConversation, calls: readonly ToolCallId[]): Promise<CallFates>;
  /**
   * Which of these messages an agent that is gone had not read, as far as it has kept that. Absent where that cannot be
   * known: they count as read.
   */
  unread?(conversation: KeptConversation, messageIds: readonly string[]): Promise<string[]>;
  /**
   * What of a folder would run, or be granted, in an agent that is started there, before anyone is asked [L12]. Nothing of
   * the folder runs for it. Absent where a folder has no say in its agents.
   */
  whatRuns?(cwd: string): Promise<FolderLook>;
  /** What has become of something that “always” has granted in a session of this folder, by what the agent keeps now. */
  findGrant?(grant: PermissionSuggestion, cwd: string): Promise<FoundGrant>;
  /** Takes it out of the file that it is kept in, and nothing else. Rejects with a sentence where it cannot; nothing is changed then. */
  removeGrant?(grant: PermissionSuggestion, cwd: string): Promise<void>;
  /** Routes for what its agents report. Where nothing listens on a port, nobody calls them. */
  readonly routes?: readonly DriverRoute[];
  /** The gateway listens there: from now on its agents can report. */
  listening?(server: { url: string }): void;
  /**
   * A page of what an agent keeps of its conversation, in reading order: the newest messages that come before a place, or
   * those before the cursor of an earlier page. Absent where agents keep nothing that can be read.
   */
  past?(end: Place, query: PastQuery): Promise<PastPage>;
  /**
   * The folder in which its agents keep transcripts, with one folder per project: those of conversations that Beckon knows
   * nothing of, too. Absent where they keep none.
   */
  readonly transcripts?: string;
  /** Ends the watching. Agents are closed, or left, one by one before. */
  close?(): Promise<void>;
}

/**
 * An HTTP route outside of `/api`. The driver decides who may call it, and must let nobody answer an ask there: what its
 * agents hold to be let in, they can read.
 */
export interface DriverRoute {
  method: 'GET' | 'POST';
  /** For example `/hooks/:event`; a part that begins with a colon stands for any name. */
  path: string;
  handle(request: Request): Promise<Response>;
  /**
   * Whether a secret is of the sort that its callers are given. Where such a one is refused, an earlier gateway gave it:
   * nobody guesses one that long.
   */
  mayHaveGiven?(secret: string): boolean;
}

/** `session`: nothing but a running agent knows it. `unreadable`: the file is there, and `why` it says nothing. */
export type FoundGrant =
  | { state: 'kept'; file: string }
  | { state: 'gone' }
  | { state: 'session' }
  | { state: 'unreadable'; file: string; why: string };

/** The agent's own program wants to know whether its folder is trusted, and nobody has said so. Nothing is left running. */
export class FolderNotTrusted extends BeckonError {
  constructor() {
    super('agent_unavailable', 'Nobody has said yet whether its folder is to be trusted.');
  }
}

/** A conversation as its agent keeps it. */
export type KeptConversation = Pick<AgentSpec, 'sessionId' | 'conversationId' | 'cwd'>;

/** A place in what an agent keeps of its conversation. Only its driver can read it. */
export type Place = string;

export interface PastQuery {
  /** `next` of the page after this one. */
  before?: number | undefined;
  limit: number;
}

export interface PastPage {
  messages: Message[];
  /** The cursor for the page before this one; absent at the beginning of the conversation. */
  next?: number;
}

/** `finished`: it has a result. `can_return`: an agent that is started with it `returning` asks for it again. */
export type CallFate = 'finished' | 'can_return' | 'lost';
export type CallFates = ReadonlyMap<ToolCallId, CallFate>;

/** A call that an agent was to bring back did not come back. Nothing is left running, and nothing has been done. */
export class CallNotReturned extends BeckonError {
  /** The agent died before it could ask: another one may bring the call back. */
  readonly mayYetReturn: boolean;

  constructor(message: string, { mayYetReturn = false } = {}) {
    super('agent_unavailable', message);
    this.mayYetReturn = mayYetReturn;
  }
}

/**
 * An agent that runs already, and can be joined. Its `sessionId` is that of a session, or of the conversation that a session
 * was in last: the host says which session it is. `permissionMode` is the one in which another is started in its place; what it
 * is in, it reports.
 */
export interface RunningAgent extends Pick<AgentSpec, 'sessionId' | 'cwd' | 'permissionMode' | 'model'> {
  /** Resolves once what has happened so far is told and what the agent waits for has been asked. */
  join(host: AgentHost): Promise<Agent>;
}

/** Which agent to run. */
export interface AgentSpec {
  sessionId: SessionId;
  /** The agent's own id of the conversation, where it has told one; else it goes by the session's id. */
  conversationId?: string | undefined;
  cwd: string;
  /** One of those that the driver describes. */
  permissionMode: PermissionMode;
  model: string | undefined;
  /** Nobody has chosen a mode here: the program's own defaults, which are its person's, hold in place of `permissionMode`. */
  hasOwnDefaults?: boolean;
  /** Its person's own arguments for the agent's program, where the driver runs one. */
  programArguments: readonly string[];
  /** Where its person has just started it by hand, and sits: what the program asks there first, they answer there. */
  desk?: StartingDesk;
  /** Its commands run in the sandbox that its driver describes, or not at all. */
  isSandboxed?: boolean;
  /**
   * What its person has decided about its folder: `without_settings`, nothing of the folder may run or be granted. Absent
   * where nothing had to be decided.
   */
  folderTrust?: TrustDecision | undefined;
  /**
   * Begin anew, or go on with what the agent keeps under this session's id: `kept` where it must be there, `kept-or-new`
   * where an agent may have died before it kept anything.
   */
  conversation: 'new' | 'kept' | 'kept-or-new';
  /**
   * The call that the agent waited with when it went away: it is to ask for that very call again, before anything else.
   * Where it does not, `start` rejects with `CallNotReturned`.
   */
  returning?: Pick<ToolCallAsk, 'toolCallId' | 'toolName'>;
}

/** A running agent. */
export interface Agent {
  /** Hands a message over; one that comes while the agent works is queued behind what it does, in its memory. */
  send(message: { id: string; parts: PromptPart[] }): void | Promise<void>;
  /** Stops the turn; the agent lives on. What it had asked is withdrawn. */
  interrupt(): Promise<void>;
  setPermissionMode(mode: PermissionMode): Promise<void>;
  /** `undefined` goes back to the agent's own default. */
  setModel(model: string | undefined): Promise<void>;
  /** Ends the agent and resolves when no process, promise or timer of it is left. Never calls `host.ended`. */
  close(): Promise<void>;
  /**
   * Ends the agent in the middle of its wait, so that what it waits with can return. Resolves when it is gone. Absent
   * where it cannot.
   */
  suspend?(): Promise<void>;
  /** Whether more than the wait would end with it: a subagent, a command in the background. */
  readonly isBusy?: boolean;
  /** Its person calls the session so, here. Absent where the agent keeps no name. */
  rename?(title: string): Promise<void>;
  /** Lets go of an agent that lives on without the gateway, and can be joined again. Absent where it cannot. */
  leave?(): Promise<void>;
  /** The agent itself tells what it was sent, whoever sent it; else the house does. */
  readonly tellsPrompts?: boolean;
  /** What can be done with this agent. */
  readonly abilities: readonly Ability[];
  /** Its terminal, where it has one. */
  readonly pane?: Pane;
}

export interface Pane {
  /**
   * First the screen as it stands, with what has scrolled off it, then what is written to it, until the signal aborts or the
   * terminal is gone. `viewer` is the id of the device that looks.
   */
  watch(viewer: string, signal: AbortSignal): AsyncIterable<PaneEvent>;
  type(bytes: Uint8Array): Promise<void>;
  /** Gives it a size for as long as that device looks at it; then it goes back to the size that it had. */
  resize(viewer: string, size: PaneSize): Promise<void>;
}

/** The house, as an agent sees it. */
export interface AgentHost {
  now(): number;
  /** Its session, and the conversation that the last agent of that session was in, where one has told it. */
  readonly session: Pick<SessionInfo, 'id' | 'conversationId'>;
  /** Tells every client what happens in the conversation. */
  emit(event: AgentEvent): void;
  /** The place that was reached last, in this or an earlier run. What the agent keeps before it need not be told again. */
  readonly place: Place | undefined;
  /** All that the agent keeps before this place has been told. */
  reached(place: Place): void;
  /**
   * Tells what happened before the agent was joined, in pieces of moderate size, one after the other; what is known
   * already is not told again. Resolves when the next piece may come.
   */
  tellPast(piece: PastPiece): Promise<void>;
  /** Reports what has changed about the session itself. */
  update(change: AgentStatus): void;
  /**
   * Brings an ask to the person. Resolves when it is answered or withdrawn, or when the agent is about to be ended while
   * the ask stays (`parked`: the agent is to hear nothing), and never rejects for want of an answer. Aborting the signal
   * withdraws it, for its reason where that is a `WithdrawalReason`. Raising an ask again for the same tool call and
   * input joins the one that is there.
   */
  ask(ask: AgentAsk, signal: AbortSignal): Promise<AskOutcome>;
  /** Why the agent asks about a call, where that is only learnt after the ask was raised. */
  reasoned(toolCallId: ToolCallId, reason: string): void;
  /** The agent is gone, by itself: its process exited or broke. */
  ended(end: { reason: EndReason; message?: string }): void;
}

export interface PastPiece {
  events: AgentEvent[];
  /** Where the agent keeps what came before this piece and is not told; it is read from there when somebody looks. */
  earlier?: Place;
}

/** Asks and the session's status have ways of their own; the rest of what happens is emitted. */
export type AgentEvent = Exclude<SessionEventDraft, { type: AskEventType | 'session_status' | 'session_removed' }>;

/** `usage`: all that the session has spent, where the agent keeps that; else what its turns report is added up. */
export type AgentStatus = Partial<
  Pick<
    SessionInfo,
    'permissionMode' | 'permissionModes' | 'models' | 'isIdle' | 'conversationId' | 'usage' | 'terminal'
  >
> & {
  state?: 'assistant_turn' | 'user_turn';
  model?: string;
  named?: SessionName;
};

/**
 * What the agent keeps as the name of its conversation: its person has given it there, the agent has made one up, or it is what
 * was said first.
 */
export interface SessionName {
  title: string;
  by: 'person' | 'agent' | 'prompt';
}

type WithoutSession<T> = T extends unknown ? Omit<T, 'sessionId'> : never;
export type AgentAsk = WithoutSession<AskDraft> & {
  toolCallId: ToolCallId;
  /** With an input that its driver has abridged. */
  content?: InputContent;
};
/** The JSON of a whole input, which whoever has kept it lets go of: it may be held for as long as an ask is open. */
export interface InputContent {
  json: Buffer | undefined;
}
/** An ask that is about a tool call. */
export type ToolCallAsk = Extract<AgentAsk, { toolName: string }>;

export type AskOutcome =
  | {
      type: 'answered';
      answer: Answer;
      /** What its person was shown that "always" would grant. The agent may offer something else by now. */
      suggestions: PermissionSuggestion[];
      /** To be called when the answer has been handed to the agent. */
      delivered(): void;
    }
  | { type: 'withdrawn'; reason: WithdrawalReason }
  | { type: 'parked' };
