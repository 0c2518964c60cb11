// What agents write, block by block: each line of a transcript holds one or more blocks of a message.
import type { JsonObject, ToolCallId } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import { toolInput } from '../../toolInput.ts';
import { callIdOf, type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import type { OpenCalls } from './openCalls.ts';

export class Writing {
  readonly #calls: OpenCalls;
  /** By author, the message that is being written. */
  readonly #current = new Map<ToolCallId | undefined, string>();

  constructor(calls: OpenCalls) {
    this.#calls = calls;
  }

  write(messageId: string, content: unknown, origin: Origin): AgentEvent[] {
    const events = this.#start(messageId, origin);
    for (const block of listOf(content)) {
      const fields = fieldsOf(block);
      switch (fields?.['type']) {
        case 'text':
          events.push(...delta('text_delta', messageId, fields['text']));
          break;
        case 'thinking':
          events.push(...delta('thinking_delta', messageId, fields['thinking']));
          break;
        case 'tool_use':
          events.push(...this.#call(messageId, fields, origin));
          break;
        default:
          break;
      }
    }
    return events;
  }

  #start(id: string, { at, author }: Origin): AgentEvent[] {
    if (this.#current.get(author) === id) return [];
    this.#current.set(author, id);
    const start = { id, role: 'assistant' as const, createdAt: at };
    return [{ type: 'message_start', data: author === undefined ? start : { ...start, parentToolCallId: author } }];
  }

  #call(messageId: string, block: Fields, { at, author }: Origin): AgentEvent[] {
    const toolCallId = callIdOf(block['id']);
    const toolName = textOf(block['name']);
    if (toolCallId === undefined || toolName === undefined || this.#calls.has(toolCallId)) return [];
    const input = shallow(toolInput(block['input']));
    const call = { toolCallId, toolName, input, createdAt: at };
    this.#calls.open(author === undefined ? call : { ...call, parentToolCallId: author });
    return [
      { type: 'tool_call_start', data: { messageId, toolCallId, toolName } },
      { type: 'tool_call_end', data: { toolCallId, input } },
    ];
  }
}

/** Where a line comes from. */
export interface Origin {
  uuid: string;
  at: number;
  author: ToolCallId | undefined;
}

function delta(type: 'text_delta' | 'thinking_delta', messageId: string, text: unknown): AgentEvent[] {
  return typeof text === 'string' && text !== '' ? [{ type, data: { messageId, text } }] : [];
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
