// What agents write, block by block: each line of a transcript holds one or more blocks of a message.
import type { JsonObject, ToolCallId } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import { toolInput } from '../../toolInput.ts';
import { callIdOf, type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import type { OpenCalls } from './openCalls.ts';

/** Where a line comes from. */
export interface Origin {
  uuid: string;
  at: number;
  /** The tool call whose subagent writes; undefined for the main agent. */
  author: ToolCallId | undefined;
}

export class Writing {
  readonly #calls: OpenCalls;
  /** By author, the message that is being written. */
  readonly #current = new Map<ToolCallId | undefined, string>();

  constructor(calls: OpenCalls) {
    this.#calls = calls;
  }

  /** Whether the main agent begins another message with this one. */
  isNew(messageId: string): boolean {
    return this.#current.get(undefined) !== messageId;
  }

  write(messageId: string, content: unknown, origin: Origin): AgentEvent[] {
    const events: AgentEvent[] = [];
    const { author } = origin;
    if (this.#current.get(author) !== messageId) {
      this.#current.set(author, messageId);
      const start = { id: messageId, role: 'assistant' as const, createdAt: origin.at };
      const data = author === undefined ? start : { ...start, parentToolCallId: author };
      events.push({ type: 'message_start', data });
    }
    for (const item of listOf(content)) {
      const block = fieldsOf(item);
      if (block !== undefined) this.#tell(block, { events, messageId, origin });
    }
    return events;
  }

  #tell(block: Fields, { events, messageId, origin }: Telling): void {
    switch (block['type']) {
      case 'text': {
        const text = textOf(block['text']);
        if (text) events.push({ type: 'text_delta', data: { messageId, text } });
        return;
      }
      case 'thinking': {
        const text = textOf(block['thinking']);
        if (text) events.push({ type: 'thinking_delta', data: { messageId, text } });
        return;
      }
      case 'tool_use': {
        const toolCallId = callIdOf(block['id']);
        const toolName = textOf(block['name']);
        if (toolCallId === undefined || toolName === undefined || this.#calls.has(toolCallId)) return;
        const input = shallow(toolInput(block['input']));
        this.#calls.open({ toolCallId, toolName, input, createdAt: origin.at, parentToolCallId: origin.author });
        events.push(
          { type: 'tool_call_start', data: { messageId, toolCallId, toolName } },
          { type: 'tool_call_end', data: { toolCallId, input } },
        );
        return;
      }
      default:
    }
  }
}

interface Telling {
  events: AgentEvent[];
  messageId: string;
  origin: Origin;
}

/** `JSON.parse` takes any depth, `JSON.stringify` does not: what came in must also go out again. */
function shallow(input: JsonObject): JsonObject {
  return isDeeperThan(DEEPEST_INPUT, input) ? { input: '[nested too deeply to show]' } : input;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

const DEEPEST_INPUT = 500;
