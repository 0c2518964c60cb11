// Tool calls that have no result yet.
import type { JsonObject, ToolCallId } from '@beckon/protocol';

export interface OpenToolCall {
  toolCallId: ToolCallId;
  toolName: string;
  input: JsonObject;
  createdAt: number;
  /** The call that started the subagent which makes this one. */
  parentToolCallId: ToolCallId | undefined;
}

export class OpenCalls {
  readonly #calls = new Map<ToolCallId, OpenToolCall>();

  /** In the order in which they were made. */
  list(): OpenToolCall[] {
    return [...this.#calls.values()];
  }

  has(toolCallId: ToolCallId): boolean {
    return this.#calls.has(toolCallId);
  }

  /** Whether the main agent waits for none. */
  get isMainFree(): boolean {
    return !this.list().some(({ parentToolCallId }) => parentToolCallId === undefined);
  }

  open(call: OpenToolCall): void {
    this.#calls.set(call.toolCallId, call);
  }

  settle(toolCallId: ToolCallId): void {
    this.#calls.delete(toolCallId);
  }

  /** The main agent goes on without them. What subagents in the background wait for stays. */
  abandonMain(): void {
    for (const { toolCallId, parentToolCallId } of this.#calls.values()) {
      if (parentToolCallId === undefined) this.#calls.delete(toolCallId);
    }
  }

  clear(): void {
    this.#calls.clear();
  }
}
