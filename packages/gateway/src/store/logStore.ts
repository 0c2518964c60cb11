// Where the audit log is kept: entries are appended and read, never changed, and go only when they are old.
import type { AskId, LogDraft, LogEntry, LogPage, LogQuery } from '@beckon/protocol';
import type { Durability } from './askStore.ts';

export interface LogStore {
  /** Within a write of another store, part of it: both are kept, or neither. The store gives it its number and time. */
  append(entry: LogDraft, durability: Durability): void;
  /** Newest first, from before the cursor on. */
  page(query: LogQuery): LogPage;
  /** What was granted with “always”, newest first. */
  grants(): GrantEntry[];
  /** Oldest first. */
  ofAsk(askId: AskId): LogEntry[];
  /**
   * Forgets the asks that were over before then, each whole, with all that the log has of it, and the older entries that
   * belong to nothing open. Does a small piece with each step, and says what went with it.
   */
  prune(before: number): Iterable<Pruned>;
}

export type GrantEntry = Extract<LogEntry, { type: 'rule_granted' }>;

/** How many asks and entries were forgotten. */
export interface Pruned {
  asks: number;
  entries: number;
}
