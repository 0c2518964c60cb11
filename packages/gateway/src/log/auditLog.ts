// The audit log as the house writes and reads it: what has happened is noted whether or not that can be written.
import type { AskId, LogDraft, LogEntry, LogPage, LogQuery } from '@beckon/protocol';
import type { Durability } from '../store/askStore.ts';
import type { GrantEntry, LogStore } from '../store/logStore.ts';

export interface AuditLogOptions {
  store: LogStore;
  /** An entry that nothing depends on could not be written. */
  onUnwritten: (error: unknown, entry: LogDraft) => void;
}

export class AuditLog {
  readonly #options: AuditLogOptions;

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  append(entry: LogDraft, durability: Durability): void {
    this.#options.store.append(entry, durability);
  }

  /** For what has happened whether or not it can be written down. */
  note(entry: LogDraft): void {
    try {
      this.append(entry, 'relaxed');
    } catch (error) {
      this.#options.onUnwritten(error, entry);
    }
  }

  /** Newest first, from before the cursor on. */
  page(query: LogQuery): LogPage {
    return this.#options.store.page(query);
  }

  /** What was granted with “always”, newest first. */
  grants(): GrantEntry[] {
    return this.#options.store.grants();
  }

  /** Oldest first. */
  ofAsk(askId: AskId): LogEntry[] {
    return this.#options.store.ofAsk(askId);
  }
}
