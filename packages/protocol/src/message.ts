// What a conversation is made of: messages, each a list of parts.
import { z } from 'zod';
import { Answer } from './ask/answer.ts';
import { AskKind } from './ask/ask.ts';
import { JsonObject, Timestamp, ToolCallId } from './ids.ts';

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const ImageType = z.enum(imageTypes);
export type ImageType = z.infer<typeof ImageType>;

/** Text of any kind is plain text: what it is called says the rest. */
export const documentTypes = ['application/pdf', 'text/plain'] as const;
export const DocumentType = z.enum(documentTypes);
export type DocumentType = z.infer<typeof DocumentType>;

export type AttachmentType = ImageType | DocumentType;

/** What a file is called, without the way to it: nothing that would lead anywhere, and nothing that cannot be seen. */
const FileName = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  .regex(/^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f-\u009f]+$/, 'is not the name of a file');

/** One piece of what a person sends. */
export const PromptPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1) }),
  z.object({ type: z.literal('image'), mediaType: ImageType, data: z.base64().min(1) }),
  z.object({
    type: z.literal('document'),
    mediaType: DocumentType,
    /** The bytes: of a PDF, or of a text in UTF-8. */
    data: z.base64().min(1),
    name: FileName.optional(),
  }),
]);
export type PromptPart = z.infer<typeof PromptPart>;

/** What a person can send along, in words. */
export const attachmentWords = 'pictures (PNG, JPEG, GIF or WebP), PDFs and text files in UTF-8';

const megabyte = 1024 * 1024;

/** How large a document may be. A text of more than that fits into no model's memory. */
export const documentLimits: Record<DocumentType, { most: number; words: string }> = {
  'application/pdf': { most: 5 * megabyte, words: 'a PDF of at most 5 MB' },
  'text/plain': { most: megabyte, words: 'a text file of at most 1 MB' },
};

/** What it is called, also where nobody has said so. */
export function documentName({ name, mediaType }: { name?: string | undefined; mediaType: DocumentType }): string {
  return name ?? (mediaType === 'application/pdf' ? 'document.pdf' : 'document.txt');
}

/** What a person sends: plain text, or text, images and documents in order. */
export const Prompt = z.union([z.string().trim().min(1), z.array(PromptPart).min(1).max(50)], {
  error: `has to be a text, or a list of texts, ${attachmentWords}`,
});
export type Prompt = z.infer<typeof Prompt>;

export function promptParts(prompt: Prompt): PromptPart[] {
  return typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
}

export const ToolCallStatus = z.enum(['pending', 'running', 'complete', 'error']);
export type ToolCallStatus = z.infer<typeof ToolCallStatus>;

/** What the agent's own record says that a call was answered with. */
export const RecordedAnswer = z.object({
  answer: Answer,
  /** It was given in the agent's terminal, not through Beckon. */
  isFromTerminal: z.boolean(),
});
export type RecordedAnswer = z.infer<typeof RecordedAnswer>;

export const ToolResult = z.object({
  text: z.string(),
  isError: z.boolean(),
  /** It was interrupted while it ran, and may have done a part of its work. */
  wasStopped: z.boolean().optional(),
  /** Where the agent keeps it. */
  recorded: RecordedAnswer.optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;

export const Usage = z.object({
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  /** Absent where the agent does not say it, or has not said it yet. */
  costUsd: z.number().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 };

export function addUsage(one: Usage, other: Usage): Usage {
  return combineUsage(one, other, (a, b) => a + b);
}

export function combineUsage(one: Usage, other: Usage, operation: (a: number, b: number) => number): Usage {
  return {
    inputTokens: operation(one.inputTokens, other.inputTokens),
    outputTokens: operation(one.outputTokens, other.outputTokens),
    cacheReadTokens: operation(one.cacheReadTokens, other.cacheReadTokens),
    cacheWriteTokens: operation(one.cacheWriteTokens, other.cacheWriteTokens),
    ...(one.costUsd !== undefined && other.costUsd !== undefined && { costUsd: operation(one.costUsd, other.costUsd) }),
  };
}

export const TurnOutcome = z.enum(['complete', 'interrupted', 'failed']);
export type TurnOutcome = z.infer<typeof TurnOutcome>;

export const NoticeLevel = z.enum(['info', 'warning', 'error']);
export type NoticeLevel = z.infer<typeof NoticeLevel>;

export const noticeFields = {
  level: NoticeLevel,
  text: z.string(),
  /** What stands above is of another conversation of the agent's: it has begun anew here, in the same session. */
  isBreak: z.boolean().optional(),
  /** The account's limit is used up: the agent cannot go on for a while. */
  isRateLimit: z.boolean().optional(),
};

export const ToolCallPart = z.object({
  type: z.literal('tool_call'),
  toolCallId: ToolCallId,
  toolName: z.string(),
  /** The input as far as it has streamed, as JSON text; gone once `input` is there. */
  inputText: z.string().optional(),
  input: JsonObject.optional(),
  status: ToolCallStatus,
  /** Set where a person is, or was, asked about this call. */
  interactiveType: AskKind.optional(),
  result: ToolResult.optional(),
});
export type ToolCallPart = z.infer<typeof ToolCallPart>;

export const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('thinking'), text: z.string() }),
  /** The bytes are fetched apart, by `imageId`. */
  z.object({ type: z.literal('image'), imageId: z.string(), mediaType: ImageType }),
  /** The same, by `documentId`. */
  z.object({
    type: z.literal('document'),
    documentId: z.string(),
    mediaType: DocumentType,
    name: z.string(),
    bytes: z.int().nonnegative(),
  }),
  ToolCallPart,
  /** Something the gateway or the agent's runtime has to say: an error, a rate limit, a compaction. */
  z.object({ type: z.literal('notice'), ...noticeFields }),
  z.object({ type: z.literal('turn_end'), outcome: TurnOutcome, usage: Usage, durationMs: z.number().nonnegative() }),
]);
export type Part = z.infer<typeof Part>;

export const Message = z.object({
  id: z.string().min(1),
  role: z.enum(['user', 'assistant', 'system']),
  createdAt: Timestamp,
  parts: z.array(Part),
  /** The tool call that started the subagent which wrote this; absent for the main agent. */
  parentToolCallId: ToolCallId.optional(),
});
export type Message = z.infer<typeof Message>;
