// What one terminal session waits for. An ask comes with the PermissionRequest hook and its answer goes back the same
// way; where that way is cut, the answer is typed into the dialog that the terminal still shows. Whoever is first wins:
// what is answered at the desk is withdrawn here.
import type { Answer, ToolCallId, WithdrawalReason } from '@beckon/protocol';
import type { AgentAsk, AgentHost, AskOutcome } from '../driver.ts';
import type { PermissionRequest } from './hooks/payload.ts';
import { askFrom, type HookReply, permissionReply } from './hooks/permissionReply.ts';

/** The terminal's own dialog, where Beckon can see it. */
export interface Desk {
  /** Whether a dialog is on the screen that waits for the person. */
  hasDialog(): Promise<boolean>;
  /** Types the answer into the dialog of this very ask; rejects, having typed nothing, where it is not there. */
  answer(ask: AgentAsk, answer: Answer): Promise<void>;
}

export interface TerminalAsksOptions {
  host: AgentHost;
  /** Absent for a session in a terminal that is not Beckon's. */
  desk: Desk | undefined;
  /** Told why an answer could not be given to the agent. */
  onTrouble(sentence: string): void;
}

export class TerminalAsks {
  readonly #options: TerminalAsksOptions;
  /** Aborting one withdraws its ask. */
  readonly #open = new Map<ToolCallId, AbortController>();

  constructor(options: TerminalAsksOptions) {
    this.#options = options;
  }

  /** Holds a PermissionRequest until it is answered. `undefined` leaves the decision to the terminal. */
  async byHook(
    request: PermissionRequest,
    call: { toolCallId: ToolCallId; plan?: string },
    hook: AbortSignal,
  ): Promise<HookReply | undefined> {
    const ask: AgentAsk = askFrom(request, call);
    const watch = () => void this.#afterHook(ask.toolCallId);
    hook.addEventListener('abort', watch);
    try {
      const outcome = await this.#ask(ask);
      if (outcome.type === 'withdrawn') return undefined;
      if (hook.aborted) {
        await this.#type(ask, outcome);
        return undefined;
      }
      // The reply is written as soon as this returns; a result that comes back shows that it was read.
      setImmediate(() => outcome.delivered());
      return permissionReply(outcome.answer, ask, request);
    } finally {
      hook.removeEventListener('abort', watch);
    }
  }

  /** Asks about a dialog that is on the screen with no hook behind it, and types the answer. */
  async byScreen(ask: AgentAsk): Promise<void> {
    void this.#afterHook(ask.toolCallId);
    const outcome = await this.#ask(ask);
    if (outcome.type === 'answered') await this.#type(ask, outcome);
  }

  /** The call has its result, or went on: whatever was open about it was answered at the desk. */
  settled(toolCallId: ToolCallId): void {
    this.#withdraw(toolCallId, 'answered_in_terminal');
  }

  /** The turn is over, so nothing in it waits any more. */
  withdrawAll(reason: WithdrawalReason): void {
    for (const toolCallId of this.#open.keys()) this.#withdraw(toolCallId, reason);
  }

  async #ask(ask: AgentAsk): Promise<AskOutcome> {
    const open = this.#open.get(ask.toolCallId) ?? new AbortController();
    this.#open.set(ask.toolCallId, open);
    try {
      return await this.#options.host.ask(ask, open.signal);
    } finally {
      this.#open.delete(ask.toolCallId);
    }
  }

  /**
   * A hook that is gone says that the dialog was closed at the desk, or only that the hook was killed: the screen tells
   * which. While the dialog stays the ask does too, and it goes when the dialog does.
   */
  async #afterHook(toolCallId: ToolCallId): Promise<void> {
    const { desk } = this.#options;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      if (!this.#open.has(toolCallId)) return;
      if (!desk || !(await desk.hasDialog().catch(() => false))) break;
    }
    this.settled(toolCallId);
  }

  async #type(ask: AgentAsk, outcome: AskOutcome & { type: 'answered' }): Promise<void> {
    const { desk, onTrouble } = this.#options;
    try {
      if (!desk) throw new Error('This session runs in a terminal of yours, and its hook is gone.');
      await desk.answer(ask, outcome.answer);
      outcome.delivered();
    } catch (error) {
      const why = error instanceof Error ? error.message : 'something went wrong.';
      onTrouble(`Your answer could not be given to the agent: ${why} Open the terminal and answer there.`);
    }
  }

  #withdraw(toolCallId: ToolCallId, reason: WithdrawalReason): void {
    this.#open.get(toolCallId)?.abort(reason);
    this.#open.delete(toolCallId);
  }
}

/** Longer than the agent takes to redraw its screen, and short enough for a card to go within a second. */
const lookAgainMs = 400;
