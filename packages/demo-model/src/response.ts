// Turns what the model does into what the Messages API sends: one message, or the same message as a stream of events.
import { randomBytes } from 'node:crypto';
import type { ResponseBlock, ResponseMessage } from './messagesApi.ts';
import type { Block, Turn } from './script.ts';

export interface RequestFacts {
  model: string;
  /** Length of the request in characters, from which its tokens are estimated. */
  length: number;
}

export function toMessage(turn: Turn, request: RequestFacts): ResponseMessage {
  const content = turn.blocks.map(toResponseBlock);
  const callsTools = content.some((block) => block.type === 'tool_use');
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: turn.stopReason ?? (callsTools ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: turn.usage ?? {
      input_tokens: tokensIn(request.length),
      output_tokens: tokensIn(JSON.stringify(content).length),
    },
  };
}

export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/** The events of a streamed message, in the order of the API: start, each block in chunks, delta, stop. */
export function* messageEvents(message: ResponseMessage, chunkChars: number): Generator<StreamEvent> {
  const { content, stop_reason, usage } = message;
  const opening = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  yield { type: 'message_start', message: opening };
  for (const [index, block] of content.entries()) {
    yield { type: 'content_block_start', index, content_block: emptied(block) };
    for (const delta of deltas(block, chunkChars)) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield {
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  };
  yield { type: 'message_stop' };
}

export function encodeEvent(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** About four characters a token, as a rule of thumb. */
export function tokensIn(length: number): number {
  return Math.ceil(length / 4);
}

function toResponseBlock(block: Block): ResponseBlock {
  switch (block.type) {
    case 'text':
      return block;
    case 'thinking':
      return { ...block, signature: 'ZGVtbw==' };
    case 'tool_use':
      return { ...block, id: block.id ?? newId('toolu') };
  }
}

function emptied(block: ResponseBlock): ResponseBlock {
  switch (block.type) {
    case 'text':
      return { ...block, text: '' };
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function* deltas(block: ResponseBlock, chunkChars: number) {
  switch (block.type) {
    case 'text':
      for (const text of chunks(block.text, chunkChars)) yield { type: 'text_delta', text };
      return;
    case 'thinking':
      for (const thinking of chunks(block.thinking, chunkChars)) yield { type: 'thinking_delta', thinking };
      yield { type: 'signature_delta', signature: block.signature };
      return;
    case 'tool_use':
      for (const partial_json of chunks(JSON.stringify(block.input), chunkChars)) {
        yield { type: 'input_json_delta', partial_json };
      }
  }
}

/** Cuts between code points: half a surrogate pair would not survive the encoding. */
function* chunks(text: string, size: number): Generator<string> {
  const characters = Array.from(text);
  for (let start = 0; start < characters.length; start += size) yield characters.slice(start, start + size).join('');
}

function newId(prefix: string): string {
  return `${prefix}_demo_${randomBytes(10).toString('hex')}`;
}
