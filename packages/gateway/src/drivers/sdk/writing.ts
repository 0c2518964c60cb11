// What agents write: text, thinking and tool calls. Most of it comes twice, streamed in pieces and then block by block
// as whole messages; a subagent's comes whole only. Each piece is told once.
import type { SDKAssistantMessage, SDKPartialAssistantMessage } from '@anthropic-ai/claude-agent-sdk';
import type { JsonObject } from '@beckon/protocol';
import type { AgentEvent } from '../driver.ts';
import { toolInput } from '../toolInput.ts';

export class Writing {
  readonly #now: () => number;
  /** By author: the tool call that started a subagent, or null for the main agent. */
  readonly #current = new Map<string | null, CurrentMessage>();
  /** Calls without a result yet, each with its input once that is whole. */
  readonly #openCalls = new Map<string, JsonObject | undefined>();
  /** After a compaction the CLI sends again what it kept. */
  readonly #seenUuids = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  inputOf(toolCallId: string): JsonObject | undefined {
    return this.#openCalls.get(toolCallId);
  }

  /** The call has its result. */
  settle(toolCallId: string): void {
    this.#openCalls.delete(toolCallId);
  }

  streamed({ event, parent_tool_use_id: author }: SDKPartialAssistantMessage): AgentEvent[] {
    if (event.type === 'message_start') return this.#begin(author, event.message.id);
    const message = this.#current.get(author);
    if (message === undefined) return [];
    switch (event.type) {
      case 'content_block_start':
        return this.#start(message, event.index, event.content_block);
      case 'content_block_delta':
        return this.#grow(message, event.index, event.delta);
      case 'content_block_stop':
      case 'message_delta':
      case 'message_stop':
        // The whole block, which the CLI sends first, has said all of this better.
        return [];
      default:
        return [];
    }
  }

  whole({ uuid, message, parent_tool_use_id: author }: SDKAssistantMessage): AgentEvent[] {
    if (this.#seenUuids.has(uuid)) return [];
    this.#seenUuids.add(uuid);
    const begun = this.#begin(author, message.id);
    const current = this.#current.get(author);
    if (current === undefined || !Array.isArray(message.content)) return begun;
    return [...begun, ...message.content.flatMap((block) => this.#complete(current, block))];
  }

  #begin(author: string | null, id: string): AgentEvent[] {
    if (this.#current.get(author)?.id === id) return [];
    this.#current.set(author, { id, passages: new Map(), callIds: new Map() });
    const start = { id, role: 'assistant' as const, createdAt: this.#now() };
    return [{ type: 'message_start', data: author === null ? start : { ...start, parentToolCallId: author } }];
  }

  #start(message: CurrentMessage, index: number, block: StartedBlock): AgentEvent[] {
    switch (block.type) {
      case 'text':
        return this.#write(message, index, { type: 'text', text: block.text });
      case 'thinking':
        return this.#write(message, index, { type: 'thinking', text: block.thinking });
      case 'tool_use':
        message.callIds.set(index, block.id);
        return this.#startCall(message, block);
      default:
        return [];
    }
  }

  #grow(message: CurrentMessage, index: number, piece: Delta): AgentEvent[] {
    switch (piece.type) {
      case 'text_delta':
        return this.#write(message, index, { type: 'text', text: piece.text });
      case 'thinking_delta':
        return this.#write(message, index, { type: 'thinking', text: piece.thinking });
      case 'input_json_delta': {
        const toolCallId = message.callIds.get(index);
        if (toolCallId === undefined || piece.partial_json === '') return [];
        return [{ type: 'tool_call_delta', data: { toolCallId, inputText: piece.partial_json } }];
      }
      default:
        return [];
    }
  }

  /** A block that is whole: told from the start, or what is missing of it. */
  #complete(message: CurrentMessage, block: WholeBlock): AgentEvent[] {
    switch (block.type) {
      case 'text':
        return this.#writeRest(message, { type: 'text', text: block.text });
      case 'thinking':
        return this.#writeRest(message, { type: 'thinking', text: block.thinking });
      case 'tool_use': {
        const started = this.#startCall(message, block);
        const input = toolInput(block.input);
        this.#openCalls.set(block.id, input);
        return [...started, { type: 'tool_call_end', data: { toolCallId: block.id, input } }];
      }
      default:
        return [];
    }
  }

  #startCall(message: CurrentMessage, { id, name }: { id: string; name: string }): AgentEvent[] {
    if (this.#openCalls.has(id)) return [];
    this.#openCalls.set(id, undefined);
    return [{ type: 'tool_call_start', data: { messageId: message.id, toolCallId: id, toolName: name } }];
  }

  #write(message: CurrentMessage, index: number, { type, text }: Passage): AgentEvent[] {
    const written = message.passages.get(index) ?? { type, text: '' };
    message.passages.set(index, { type, text: written.text + text });
    return delta(message.id, { type, text });
  }

  #writeRest(message: CurrentMessage, { type, text }: Passage): AgentEvent[] {
    const streamed = [...message.passages].find(([, passage]) => passage.type === type);
    if (streamed === undefined) return delta(message.id, { type, text });
    const [index, written] = streamed;
    message.passages.delete(index);
    return text.startsWith(written.text) ? delta(message.id, { type, text: text.slice(written.text.length) }) : [];
  }
}

/** The message that an agent is writing, with what of it has streamed by block index. */
interface CurrentMessage {
  id: string;
  /** Those whose whole block has not come yet. */
  passages: Map<number, Passage>;
  callIds: Map<number, string>;
}

interface Passage {
  type: 'text' | 'thinking';
  text: string;
}

type StreamEvent = SDKPartialAssistantMessage['event'];
type StartedBlock = Extract<StreamEvent, { type: 'content_block_start' }>['content_block'];
type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];
type WholeBlock = SDKAssistantMessage['message']['content'][number];

function delta(messageId: string, { type, text }: Passage): AgentEvent[] {
  return text === '' ? [] : [{ type: `${type}_delta`, data: { messageId, text } }];
}
