// The tool calls that an agent in a terminal waits with: which one a hook is about, and which of those that waited when the
// gateway went away wait still. Hooks, transcript and screen each know a part of it.
import { randomUUID } from 'node:crypto';
import type { Abridged, ToolCallId } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { becomesTrue } from '../../clock.ts';
import type { FollowedSession } from '../claude/transcript/followSession.ts';
import type { OpenToolCall } from '../claude/transcript/openCalls.ts';
import type { ToolCallAsk } from '../driver.ts';
import { askFor, planIn, type WaitingToolCall } from '../interactiveTools.ts';
import { ToolCallCorrelation } from './hooks/correlate.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload, LargeToolInput, PermissionRequest } from './hooks/payload.ts';
import type { RequestedCall } from './hooks/permissionReply.ts';
import type { OwnTerminal } from './ownTerminal.ts';
import type { TerminalAsks } from './terminalAsks.ts';

export interface WaitingCallsParts {
  clock: Clock;
  /** Absent where the agent runs in a terminal that is not Beckon's. */
  terminal: OwnTerminal | undefined;
  asks: TerminalAsks;
  /** The conversation as it is followed now. */
  followed(): FollowedSession;
}

export class WaitingCalls {
  readonly #parts: WaitingCallsParts;
  readonly #calls = new ToolCallCorrelation();
  /** What it waited with when the gateway went away, until that is known to be over. */
  #waited: readonly WaitingToolCall[] = [];

  constructor(parts: WaitingCallsParts) {
    this.#parts = parts;
  }

  /** Takes note of what an event says. False for one that repeats what is over: it must be ignored. */
  observe(payload: HookPayload, abridged?: Abridged): boolean {
    return this.#calls.observe(payload, abridged);
  }

  /** It waited with these when the gateway went away. */
  begin(waited: readonly WaitingToolCall[]): void {
    this.#waited = waited;
  }

  /** Whose calls are without a result. */
  get open(): { main: boolean; subagents: boolean } {
    const ofSubagents = [
      ...this.#dangling().map(({ parentToolCallId }) => parentToolCallId !== undefined),
      ...this.#waited.map(({ agentId }) => agentId !== undefined),
    ];
    return { main: ofSubagents.includes(false), subagents: ofSubagents.includes(true) };
  }

  finished(toolCallId: ToolCallId): void {
    this.#waited = this.#waited.filter((call) => call.toolCallId !== toolCallId);
  }

  /** What waits for the person still: of the calls without a result, others may run. */
  async stillWaiting(): Promise<ToolCallAsk[]> {
    const { terminal } = this.#parts;
    const written = (toolCallId: ToolCallId) => this.#written(toolCallId);
    const known = this.#waited.map((call) => askFor(call, { plan: planIn(written(call.toolCallId)?.input) }));
    if (!terminal || (known.length === 0 && this.#dangling().length === 0)) return known;
    let shown: OpenToolCall | undefined;
    let mayWait = false;
    // A dialog takes a moment to be drawn.
    await this.#until(async () => {
      await this.#parts.followed().caughtUp();
      shown = await terminal.waitingCall(this.#dangling());
      mayWait = shown !== undefined || (known.length > 0 && (await terminal.desk.mayHaveDialog()));
      return mayWait;
    }, dialogPatienceMs);
    const isKnown = known.some(({ toolCallId }) => toolCallId === shown?.toolCallId);
    if (shown && !isKnown) return [...known, askFor(shown)];
    // The hook comes before the call is written, and both before the dialog is drawn: that of a subagent, long before.
    return mayWait ? known : known.filter(({ toolCallId, agentId }) => agentId !== undefined || !written(toolCallId));
  }

  /** The call that a request is about; undefined where it comes again, and was answered at the desk meanwhile. */
  of(request: PermissionRequest, { isRepeated, large }: HookSender): Promise<RequestedCall | undefined> {
    return isRepeated ? this.#again(request, large) : this.#first(request, large);
  }

  /** For a plan, also what it says: that is in the transcript, a moment later. */
  async #first(request: PermissionRequest, large: LargeToolInput | undefined): Promise<RequestedCall> {
    const claimed = this.#calls.claim(request, large?.abridged) ?? (await this.#unheardOf(request));
    const toolCallId = claimed ?? `unknown-${randomUUID()}`;
    if (request.tool_name !== 'ExitPlanMode') return { toolCallId };
    await this.#until(async () => {
      await this.#parts.followed().caughtUp();
      return this.#written(toolCallId) !== undefined;
    }, transcriptPatienceMs);
    return this.#withPlan(toolCallId);
  }

  /** No event has told of the call, for example because the gateway was away: the transcript has it, a moment later. */
  async #unheardOf(request: PermissionRequest): Promise<ToolCallId | undefined> {
    if (request.agent_id !== undefined) return undefined;
    let found: ToolCallId | undefined;
    await this.#until(async () => {
      await this.#parts.followed().caughtUp();
      const ofTool = this.#dangling().filter(
        ({ toolName, parentToolCallId }) => toolName === request.tool_name && parentToolCallId === undefined,
      );
      const written = ofTool.map((call) => ({ ...call, agentId: undefined }));
      found = this.#parts.asks.withoutHook({ request, digest: undefined }, written)?.toolCallId;
      return found !== undefined;
    }, transcriptPatienceMs);
    return found;
  }

  async #again(request: PermissionRequest, large: LargeToolInput | undefined): Promise<RequestedCall | undefined> {
    const { terminal, asks, followed } = this.#parts;
    // While its hook waits there is no dialog of a subagent's.
    const desk = request.agent_id === undefined ? terminal?.desk : undefined;
    let mayWait = !desk;
    if (desk) await this.#until(async () => (mayWait = await desk.mayHaveDialog()), returnPatienceMs);
    await followed().caughtUp();
    const call = asks.withoutHook({ request, digest: large?.abridged.digest }, this.#waited);
    return mayWait && call ? this.#withPlan(call.toolCallId) : undefined;
  }

  #withPlan(toolCallId: ToolCallId): RequestedCall {
    const plan = planIn(this.#written(toolCallId)?.input);
    return { toolCallId, ...(plan !== undefined && { plan }) };
  }

  /** Looks again and again for a while, until it is so. */
  #until(isSo: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
    return becomesTrue(this.#parts.clock, isSo, { withinMs: patienceMs, everyMs: lookAgainMs });
  }

  #written(toolCallId: ToolCallId): OpenToolCall | undefined {
    return this.#dangling().find((call) => call.toolCallId === toolCallId);
  }

  #dangling(): OpenToolCall[] {
    return this.#parts.followed().reader.danglingToolCalls();
  }
}

const lookAgainMs = 100;
const transcriptPatienceMs = 2000;
/** The gateway's start waits for this. */
const dialogPatienceMs = 3000;
/** Only a hook waits for this, which would wait anyway. */
const returnPatienceMs = 10_000;
