// The part of the Messages API that the demo model reads and writes. Whatever else a request holds is let through unread.
import { z } from 'zod';
import type { ApiError, Usage } from './script.ts';

const TextBlock = z.object({ type: z.literal('text'), text: z.string() });
const ToolUseBlock = z.object({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const ToolResultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).default(''),
  is_error: z.boolean().default(false),
});
export type ToolResultBlock = z.infer<typeof ToolResultBlock>;

// Images, documents, thinking and kinds that are yet to come: only their name matters here.
const OtherBlock = z.object({ type: z.string() }).transform(({ type }) => ({ type: 'other' as const, kind: type }));

const ContentBlock = z.union([TextBlock, ToolUseBlock, ToolResultBlock, OtherBlock]);
export type ContentBlock = z.infer<typeof ContentBlock>;

const RequestMessage = z.object({
  // `system` messages stand among the others: it is how the CLI speaks to the model in mid-conversation.
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string().transform((text): ContentBlock[] => [{ type: 'text', text }]), z.array(ContentBlock)]),
});
export type RequestMessage = z.infer<typeof RequestMessage>;

export const MessagesRequest = z.object({
  model: z.string(),
  /** What the agent is told beforehand: kept for whoever looks, played by nobody. */
  system: z.unknown().optional(),
  stream: z.boolean().default(false),
  tools: z.array(z.object({ name: z.string() })).default([]),
  messages: z.array(RequestMessage).min(1),
});
export type MessagesRequest = z.infer<typeof MessagesRequest>;

export type ResponseBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> };

export interface ResponseMessage {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: ResponseBlock[];
  stop_reason: string | null;
  stop_sequence: null;
  usage: Usage;
}

export function errorBody({ type, message }: Pick<ApiError, 'type' | 'message'>) {
  return { type: 'error', error: { type, message } };
}
