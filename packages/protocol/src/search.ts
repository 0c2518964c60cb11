// Search over everything that was ever said or done, and what all of it has cost: what is asked for, and what is found.
import { z } from 'zod';
import { AskId, SessionId, Timestamp } from './ids.ts';

/** `q` as a person types it: words, "exact phrases", -without, folder:, tool:, before:, after:, is:asked, is:denied. */
export const SearchQuery = z.object({
  q: z.string().max(500),
  before: z
    .string()
    .regex(/^\d{1,16}$/, 'is no cursor of a page')
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** What a hit is a piece of. */
export const HitKind = z.enum(['prompt', 'reply', 'call', 'result', 'ask', 'log']);
export type HitKind = z.infer<typeof HitKind>;

/** From one place of the text of a hit to another, counted as JavaScript counts. */
export const MarkedRange = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() });
export type MarkedRange = z.infer<typeof MarkedRange>;

export const SearchHit = z.object({
  kind: HitKind,
  /** Absent only for entries of the log that belong to no session. */
  sessionId: SessionId.optional(),
  /** The message to open the session at; absent where none is known, as for most entries of the log. */
  messageId: z.string().optional(),
  askId: AskId.optional(),
  at: Timestamp,
  /** Plain text, with its white space drawn together. */
  snippet: z.string(),
  /** Where the words that were looked for stand in it. */
  marks: z.array(MarkedRange),
  title: z.string().optional(),
  cwd: z.string().optional(),
  toolName: z.string().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const IndexState = z.object({
  /** Whether more is being taken up right now, so that the same query may soon find more. */
  isBusy: z.boolean(),
  /** How much of the transcripts has been taken up, and how much there is; known while it is busy, and afterwards. */
  indexedBytes: z.int().nonnegative(),
  totalBytes: z.int().nonnegative(),
  /** What could not be read, and was left alone. */
  skipped: z.object({ files: z.int().nonnegative(), folders: z.int().nonnegative(), lines: z.int().nonnegative() }),
  /** Why nothing more can be taken up: a full disk, for instance. */
  trouble: z.string().optional(),
});
export type IndexState = z.infer<typeof IndexState>;

export const SearchPage = z.object({
  /** The latest first; 20 at a time unless the query says otherwise. */
  hits: z.array(SearchHit),
  /** The cursor for the page after this one; absent on the last. */
  next: z.string().optional(),
  index: IndexState,
});
export type SearchPage = z.infer<typeof SearchPage>;

/** From a day to a day, both included, as `2026-11-18`; days are those of the gateway's machine. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is no day, such as 2026-11-18');
export const UsageQuery = z.object({ from: Day.optional(), to: Day.optional() });
export type UsageQuery = z.infer<typeof UsageQuery>;

const counts = {
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  /** What the agent says that it cost, as far as it has said. It says so when a conversation ends. */
  costUsd: z.number().nonnegative(),
};

/** What was spent on a day, in a folder, by a model or in a session: that is its key. */
export const UsageRow = z.object({ key: z.string(), ...counts, title: z.string().optional() });
export type UsageRow = z.infer<typeof UsageRow>;

/** How often, and for how long, agents waited for their person. */
export const WaitRow = z.object({
  key: z.string(),
  asks: z.int().nonnegative(),
  waitedMs: z.number().nonnegative(),
  longestMs: z.number().nonnegative(),
});
export type WaitRow = z.infer<typeof WaitRow>;

export const LongWait = z.object({
  askId: AskId,
  sessionId: SessionId,
  toolName: z.string(),
  headline: z.string(),
  at: Timestamp,
  waitedMs: z.number().nonnegative(),
});
export type LongWait = z.infer<typeof LongWait>;

export const UsageReport = z.object({
  total: z.object(counts),
  byDay: z.array(UsageRow),
  byFolder: z.array(UsageRow),
  byModel: z.array(UsageRow),
  /** Those that spent most, at most 100. */
  bySession: z.array(UsageRow),
  waits: z.object({
    byTool: z.array(WaitRow),
    /** By the hour of the day in which the ask came, 0 to 23. */
    byHour: z.array(WaitRow),
    longest: z.array(LongWait),
  }),
  index: IndexState,
});
export type UsageReport = z.infer<typeof UsageReport>;
