// What one terminal session waits for. An ask comes with the PermissionRequest hook and its answer goes back the same
// way; where that way is cut, the answer is typed into the dialog that the terminal still shows. Whoever is first wins:
// what is answered at the desk is withdrawn here.
import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { Answer, RecordedAnswer, ToolCallId, ToolResult, WithdrawalReason } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { WaitingToolCall } from '../interactiveTools.ts';
import type { AgentHost, AskOutcome, ToolCallAsk } from '../driver.ts';
import type { PermissionRequest } from './hooks/payload.ts';
import {
  askFrom,
  canReply,
  type HookReply,
  noInTime,
  permissionReply,
  type RequestedCall,
} from './hooks/permissionReply.ts';

/** The terminal's own dialog, where Beckon can see it. */
export interface Desk {
  /** Whether something is on the screen that may be a dialog, recognised or not. */
  mayHaveDialog(): Promise<boolean>;
  /** Types the answer into the dialog of this very ask; rejects, having typed nothing, where it is not there. */
  answer(ask: ToolCallAsk, answer: Answer): Promise<void>;
  /**
   * Resolves with true once the dialog of this ask has been on the screen and has left it; with false when the signal
   * aborts or the terminal is gone. An ask of a subagent is not looked for: its dialog may be covered by others.
   * `isOnly`: the main agent asks nothing else, so that a dialog of which too little can be read is this one.
   */
  dialogLeft(ask: ToolCallAsk, isOnly: () => boolean, signal: AbortSignal): Promise<boolean>;
  /** What the dialog of this ask says about why it is asked, once it is on the screen; undefined where it says nothing. */
  reasonFor(ask: ToolCallAsk, signal: AbortSignal): Promise<string | undefined>;
}

export interface TerminalAsksOptions {
  host: AgentHost;
  clock: Clock;
  /** Absent for a session in a terminal that is not Beckon's. */
  desk: Desk | undefined;
  /** Whether the agent itself says that it waits for its person: all that tells of a dialog where there is no desk. */
  saysThatItWaits(): Promise<boolean>;
  /** Whether the agent's process is gone. What it waited with is then not for this room to end. */
  hasEnded(): Promise<boolean>;
  /** Resolves when every hook that waited while there was no gateway has had time to report again. */
  hooksAreBack: Promise<void>;
  /** Told which calls are asked about, whenever that changes. */
  onChange(waiting: WaitingToolCall[]): void;
  /** Told why an answer could not be given to the agent. */
  onTrouble(sentence: string): void;
}

interface OpenAsk {
  ask: ToolCallAsk;
  outcome: Promise<AskOutcome>;
  /** Aborting it withdraws the ask. */
  withdrawal: AbortController;
  /** Aborts when the hook that waits for the answer is gone; absent while none does. */
  hook: AbortSignal | undefined;
  /** Resolves when a hook waits that did not before. */
  hookCame: Promise<void>;
  tellHookCame(): void;
  isAnswered: boolean;
  /** Why it is withdrawn when its dialog goes. */
  endsAs: WithdrawalReason & ('answered_in_terminal' | 'interrupted');
  /** Aborts when nothing is waited for any more. */
  over: AbortController;
}

/** An answer that an agent was given, until its call has a result. */
interface Handed {
  isTyped: boolean;
  delivered(): void;
}

export class TerminalAsks {
  readonly #options: TerminalAsksOptions;
  readonly #open = new Map<ToolCallId, OpenAsk>();
  readonly #handed = new Map<ToolCallId, Handed>();
  /** Calls whose ask is known to be over: a hook that was not told of it may yet report again. */
  readonly #over = new Set<ToolCallId>();
  #cancelTelling: (() => void) | undefined;
  /** Aborts when nobody looks after it any more. */
  readonly #left = new AbortController();

  constructor(options: TerminalAsksOptions) {
    this.#options = options;
    // As many as there are asks may listen to it at once, which Node would take for a leak.
    setMaxListeners(0, this.#left.signal);
  }

  /** Holds a PermissionRequest until it is answered. `undefined` leaves the decision to the terminal. */
  async byHook(request: PermissionRequest, call: RequestedCall, hook: AbortSignal): Promise<HookReply | undefined> {
    const open = this.#raise(askFrom(request, call));
    open.hook = hook;
    open.tellHookCame();
    const watch = () => void this.#afterHook(open);
    hook.addEventListener('abort', watch);
    if (hook.aborted) watch();
    try {
      const outcome = await open.outcome;
      if (hook.aborted) return undefined;
      // Of this one its person is told that the agent hears no. Whatever else is over, the terminal has decided.
      if (outcome.type === 'withdrawn' && outcome.reason === 'expired') return noInTime;
      if (outcome.type !== 'answered') return undefined;
      if (!canReply(open.ask)) {
        await this.#type(open.ask, outcome);
        return undefined;
      }
      // Written to the hook, it is not yet taken: the desk may have been first. The call's result will say.
      return permissionReply(outcome, open.ask, request);
    } finally {
      hook.removeEventListener('abort', watch);
    }
  }

  /** Asks again what was asked when the gateway went away. Its hook will report, or its dialog is typed into. */
  async again(ask: ToolCallAsk): Promise<void> {
    const { desk, hooksAreBack, clock } = this.#options;
    const open = this.#raise(ask);
    await hooksAreBack;
    // No screen tells of these, so that a hook which is only late must not look like one that is gone.
    if (!desk || ask.agentId !== undefined) {
      const come = new AbortController();
      void open.hookCame.then(() => come.abort());
      await pause(clock, hookGoneAfterMs, come.signal, this.#left.signal);
    }
    await this.#afterHook(open);
  }

  /** The call that a request is about, be it one that is asked about or one of these, if no hook waits for it. */
  withoutHook(
    { request, digest }: { request: PermissionRequest; digest: string | undefined },
    others: readonly WaitingToolCall[],
  ): WaitingToolCall | undefined {
    const { tool_name: toolName, tool_input: input, agent_id: agentId } = request;
    const isHeldNow = (toolCallId: ToolCallId) => {
      const open = this.#open.get(toolCallId);
      return open !== undefined && isHeld(open);
    };
    return [...[...this.#open.values()].map(({ ask }) => ask), ...others].find(
      (call) =>
        call.toolName === toolName &&
        call.agentId === agentId &&
        call.abridged?.digest === digest &&
        isDeepStrictEqual(call.input, input) &&
        !isHeldNow(call.toolCallId) &&
        !this.#over.has(call.toolCallId),
    );
  }

  /** The call has its result, or went on: whatever was open about it was answered at the desk. */
  settled(toolCallId: ToolCallId): void {
    const open = this.#open.get(toolCallId);
    if (!open || open.isAnswered) return;
    this.#over.add(toolCallId);
    this.#forget(open);
    open.withdrawal.abort(open.endsAs);
  }

  /** While it lasts, a dialog of the main agent's that goes was interrupted from afar, and not answered at the desk. */
  async duringInterrupt(interrupt: () => Promise<void>): Promise<void> {
    const open = this.#mainAsks();
    for (const each of open) each.endsAs = 'interrupted';
    try {
      await interrupt();
    } finally {
      for (const each of open) each.endsAs = 'answered_in_terminal';
    }
  }

  /** What the agent has kept of the answer to a call that has its result now, if anything: whether it was ours [L11]. */
  recorded(toolCallId: ToolCallId, result: ToolResult): RecordedAnswer | undefined {
    const handed = this.#handed.get(toolCallId);
    this.#handed.delete(toolCallId);
    const open = this.#open.get(toolCallId);
    const wasAllowed = result.wasStopped && !handed && (open !== undefined || this.#over.has(toolCallId));
    const recorded = wasAllowed ? allowedAtDesk : result.recorded;
    if (!recorded || (open?.endsAs === 'interrupted' && recorded.answer.type === 'deny')) return undefined;
    if (handed && !recorded.isFromTerminal) handed.delivered();
    // The agent cannot tell our keys from those of the desk.
    return handed?.isTyped ? { ...recorded, isFromTerminal: false } : recorded;
  }

  /** The main agent has taken up something else. What subagents in the background wait for stays. */
  mainWentOn(): void {
    for (const { ask } of this.#mainAsks()) this.settled(ask.toolCallId);
  }

  /** The calls of the main agent that are asked about now. */
  get mainCalls(): ToolCallId[] {
    return this.#mainAsks().map(({ ask }) => ask.toolCallId);
  }

  /** How many asks of subagents are open. */
  get ofSubagents(): number {
    return this.#open.size - this.#mainAsks().length;
  }

  /** Looks no more after what is open: it stays so, and is asked again by whoever takes the session up. */
  leave(): void {
    this.#left.abort();
    for (const { over } of this.#open.values()) over.abort();
    if (this.#cancelTelling) this.#tellKept();
    this.#open.clear();
    this.#handed.clear();
  }

  #raise(ask: ToolCallAsk): OpenAsk {
    const known = this.#open.get(ask.toolCallId);
    if (known && isSameInput(known.ask, ask)) return known;
    const withdrawal = new AbortController();
    let tellHookCame: () => void = () => undefined;
    const hookCame = new Promise<void>((resolve) => (tellHookCame = resolve));
    const outcome = this.#options.host.ask(ask, withdrawal.signal);
    const wait = {
      hook: undefined,
      hookCame,
      tellHookCame,
      isAnswered: false,
      endsAs: 'answered_in_terminal',
    } as const;
    const open: OpenAsk = { ask, outcome, withdrawal, ...wait, over: new AbortController() };
    this.#open.set(ask.toolCallId, open);
    this.#changed();
    void this.#conclude(open).catch((error: unknown) => this.#failed(open, error));
    void this.#watchDesk(open);
    return open;
  }

  #mainAsks(): OpenAsk[] {
    return [...this.#open.values()].filter(({ ask }) => ask.agentId === undefined);
  }

  /** [L7] A yes at the desk is told by nothing but the screen, until the command has finished. */
  async #watchDesk({ ask, over }: OpenAsk): Promise<void> {
    const { desk } = this.#options;
    if (!desk || ask.agentId !== undefined) return;
    void desk.reasonFor(ask, over.signal).then(
      (reason) => reason !== undefined && this.#options.host.reasoned(ask.toolCallId, reason),
      () => undefined,
    );
    const hasLeft = await desk.dialogLeft(ask, () => this.#mainAsks().length === 1, over.signal).catch(() => false);
    if (hasLeft && !over.signal.aborted) this.settled(ask.toolCallId);
  }

  /** One answer goes one way: through the hook where one waits, else through the keyboard. */
  async #conclude(open: OpenAsk): Promise<void> {
    const outcome = await open.outcome;
    if (outcome.type === 'answered') {
      open.isAnswered = true;
      if (open.hook === undefined) await Promise.race([open.hookCame, this.#options.hooksAreBack]);
      if (!isHeld(open)) await this.#type(open.ask, outcome);
      else if (canReply(open.ask)) this.#hand(open.ask, outcome, { isTyped: false });
    }
    this.#forget(open);
  }

  /** Its dialog at the desk is all that is left of it. */
  #failed(open: OpenAsk, error: unknown): void {
    this.#forget(open);
    this.#options.onTrouble(
      `An ask of the agent could not be kept here: ${whyOf(error)} Open the terminal and answer there.`,
    );
  }

  /**
   * A hook that is gone says that the dialog was closed at the desk, that its agent is gone too, or only that the hook was
   * killed: the screen tells which, or the agent. While the dialog stays the ask does too, and it goes when the dialog does. A subagent has
   * no dialog while its hook waits: it was stopped, and nobody has answered.
   */
  async #afterHook(open: OpenAsk): Promise<void> {
    const { hasEnded, clock } = this.#options;
    const { toolCallId } = open.ask;
    const isWatched = () => this.#open.get(toolCallId) === open && !isHeld(open);
    while (isWatched()) {
      await pause(clock, lookAgainMs, this.#left.signal);
      if (await hasEnded()) return;
      if ((await this.#mayHaveDialog(open)) || !isWatched()) continue;
      if (open.ask.agentId !== undefined) open.endsAs = 'interrupted';
      this.settled(toolCallId);
    }
  }

  async #mayHaveDialog({ ask }: OpenAsk): Promise<boolean> {
    const { desk, saysThatItWaits } = this.#options;
    if (desk) return desk.mayHaveDialog().catch(() => false);
    return ask.agentId === undefined && saysThatItWaits();
  }

  async #type(ask: ToolCallAsk, outcome: AskOutcome & { type: 'answered' }): Promise<void> {
    const { desk, onTrouble } = this.#options;
    // Before the first key: the agent may have written its record before the last one is known to have worked.
    this.#hand(ask, outcome, { isTyped: true });
    try {
      if (!desk) throw new Error('This session runs in a terminal of yours, and its hook is gone.');
      await desk.answer(ask, outcome.answer);
      outcome.delivered();
    } catch (error) {
      // Whatever the record says now was said at the desk.
      this.#hand(ask, outcome, { isTyped: false });
      onTrouble(`Your answer could not be given to the agent: ${whyOf(error)} Open the terminal and answer there.`);
    }
  }

  #hand(
    { toolCallId }: ToolCallAsk,
    outcome: AskOutcome & { type: 'answered' },
    { isTyped }: Pick<Handed, 'isTyped'>,
  ): void {
    this.#handed.set(toolCallId, { isTyped, delivered: () => outcome.delivered() });
  }

  #forget(open: OpenAsk): void {
    if (this.#open.get(open.ask.toolCallId) !== open) return;
    this.#open.delete(open.ask.toolCallId);
    open.over.abort();
    this.#changed();
  }

  /** With many open each change is written with those that follow it: the list is as long as there are asks. */
  #changed(): void {
    if (this.#open.size <= fewAsks) return this.#tellKept();
    this.#cancelTelling ??= this.#options.clock.after(tellLaterMs, () => this.#tellKept());
  }

  #tellKept(): void {
    this.#cancelTelling?.();
    this.#cancelTelling = undefined;
    this.#options.onChange(
      [...this.#open.values()].map(({ ask: { toolCallId, toolName, input, agentId, abridged } }) => ({
        toolCallId,
        toolName,
        input,
        agentId,
        ...(abridged && { abridged }),
      })),
    );
  }
}

/** What is shown of a large input may be the same for two: its digest is not. */
function isSameInput(a: ToolCallAsk, b: ToolCallAsk): boolean {
  return a.abridged?.digest === b.abridged?.digest && isDeepStrictEqual(a.input, b.input);
}

/** Stopped while it ran, a call has no record; but none runs that was not allowed. */
const allowedAtDesk: RecordedAnswer = { answer: { type: 'approve' }, isFromTerminal: true };

function isHeld({ hook }: OpenAsk): boolean {
  return hook?.aborted === false;
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : 'something went wrong.';
}

/** Longer than the agent takes to redraw its screen, and short enough for a card to go within a second. */
const lookAgainMs = 400;
const hookGoneAfterMs = 10_000;
const fewAsks = 20;
const tellLaterMs = 200;
