// Where the ledger keeps asks. A store is dumb: it decides nothing, but it replaces an ask only while that is still in
// the state the ledger believes it to be in, and it writes every change into the audit log, in the same step as the
// change: there is never one without the other.
import type { Ask, AskId, AskKind, AskState, SessionId, ToolCallId } from '@beckon/protocol';

/** `durable` is on disk when it returns; `relaxed` may be lost with the machine's power, never with the process. */
export type Durability = 'durable' | 'relaxed';

export interface AskStore {
  /** On disk when it returns, together with the last steps of the unfinished asks that it takes the place of. */
  insert(ask: Ask, lastSteps?: readonly Ask[]): void;
  /** Puts `ask` in place of the stored ask of the same id if that is in one of the states `from`, and says whether it did. */
  replace(ask: Ask, from: readonly AskState[], durability: Durability): boolean;
  find(id: AskId): Ask | undefined;
  /** The newest ask that was raised for a tool call. */
  newest(sessionId: SessionId, toolCallId: ToolCallId): Ask | undefined;
  /** The newest ask of a kind that was raised in a session. */
  newestOfKind(sessionId: SessionId, kind: AskKind): Ask | undefined;
  /** The newest ask of each of these tool calls, where there is one. */
  forToolCalls(sessionId: SessionId, toolCallIds: readonly ToolCallId[]): Ask[];
  /** Asks that are neither settled nor withdrawn, oldest first. */
  unfinished(): Ask[];
  /** Newest first, from before the cursor on. */
  page(query: { before?: string | undefined; limit: number }): { asks: Ask[]; next?: string };
}
