// Where the ledger keeps asks. A store is dumb: it decides nothing, but it replaces an ask only while that is still in
// the state the ledger believes it to be in.
import type { Ask, AskId, AskState, SessionId, ToolCallId } from '@beckon/protocol';

export interface AskStore {
  /** On disk when it returns. */
  insert(ask: Ask): void;
  /**
   * Puts `ask` in place of the stored ask of the same id if that is in one of the states `from`, and says whether it did.
   * `durable` changes are on disk when it returns; others may be lost with the machine's power, never with the process.
   */
  replace(ask: Ask, from: readonly AskState[], durability: 'durable' | 'relaxed'): boolean;
  find(id: AskId): Ask | undefined;
  /** The newest ask that was raised for a tool call. */
  newest(sessionId: SessionId, toolCallId: ToolCallId): Ask | undefined;
  /** The newest ask of each of these tool calls, where there is one. */
  forToolCalls(sessionId: SessionId, toolCallIds: readonly ToolCallId[]): Ask[];
  /** Asks that are neither settled nor withdrawn, oldest first. */
  unfinished(): Ask[];
  /** Newest first, from before the cursor on. */
  history(page: { before?: string | undefined; limit: number }): { asks: Ask[]; next?: string };
}
