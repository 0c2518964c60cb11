// What the person says to the agent, as the endless input that keeps a `query()` alive.
import type { SDKUserMessage } from '@anthropic-ai/claude-agent-sdk';
import { documentName, SessionId, type PromptPart } from '@beckon/protocol';

export class PromptQueue implements AsyncIterable<SDKUserMessage> {
  readonly #waiting: SDKUserMessage[] = [];
  #wake: (() => void) | undefined;
  #hasEnded = false;

  push(message: { id: string; parts: PromptPart[] }): void {
    this.#waiting.push(toUserMessage(message));
    this.#wake?.();
  }

  /** Lets the reader finish; what still waits is dropped. */
  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SDKUserMessage, void> {
    while (!this.#hasEnded) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

export function toUserMessage({ id, parts }: { id: string; parts: PromptPart[] }): SDKUserMessage {
  const uuid = SessionId.safeParse(id);
  const [first, ...others] = parts;
  // A lone text goes as it is, so that the CLI recognises a slash command.
  const content = first?.type === 'text' && others.length === 0 ? first.text : parts.map(toBlock);
  return {
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    origin: { kind: 'human' },
    ...(uuid.success && { uuid: uuid.data as NonNullable<SDKUserMessage['uuid']> }),
  };
}

function toBlock(part: PromptPart) {
  switch (part.type) {
    case 'text':
      return { type: 'text' as const, text: part.text };
    case 'document':
      return { type: 'document' as const, source: sourceOf(part), title: documentName(part) };
    case 'image':
      return {
        type: 'image' as const,
        source: { type: 'base64' as const, media_type: part.mediaType, data: part.data },
      };
  }
}

function sourceOf({ mediaType, data }: Extract<PromptPart, { type: 'document' }>) {
  switch (mediaType) {
    case 'application/pdf':
      return { type: 'base64' as const, media_type: mediaType, data };
    case 'text/plain':
      return { type: 'text' as const, media_type: mediaType, data: Buffer.from(data, 'base64').toString('utf8') };
  }
}
