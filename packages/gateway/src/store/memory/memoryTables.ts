// Tables in memory whose changes belong to a write: all of them are kept, or none. They can be undone and done again, for
// those who simulate a disk. Like SQLite they hold text, so that nothing is shared with whoever saved it.
import type { LogEntry } from '@beckon/protocol';
import type { Durability } from '../askStore.ts';
import type { StoredAttachment } from '../sessionStore.ts';

/** Does the work as one write of that durability. */
type Write = <T>(durability: Durability, work: () => T) => T;

/** What a store in memory is made of. */
export interface Memory {
  tables: MemoryTables;
  write: Write;
}

export function newMemory(): Memory {
  const tables = new MemoryTables();
  return { tables, write: (_, work) => tables.transaction(work) };
}

/** One row, before and after. */
export interface Change {
  undo(): void;
  redo(): void;
}

export class MemoryTables {
  #changes: Change[] | undefined;
  readonly #changed = (change: Change) => void this.#changes?.push(change);

  readonly asks = new Table<AskRow>(this.#changed);
  /** By their digest and the number of the piece. */
  readonly inputs = new Table<{ digest: string; keptAt: number; bytes: Uint8Array }>(this.#changed);
  readonly sessions = new Table<{ json: string }>(this.#changed);
  /** By their session and their own id. */
  readonly messages = new Table<{ sessionId: string; json: string }>(this.#changed);
  readonly attachments = new Table<{ sessionId: string } & StoredAttachment>(this.#changed);
  readonly log = new Table<LogRow>(this.#changed);
  readonly attempts = new Table<{ at: number }>(this.#changed);
  readonly devices = new Table<{ credentialHash: string; json: string }>(this.#changed);
  /** By their folder. */
  readonly trust = new Table<{ json: string }>(this.#changed);
  readonly settings = new Table<{ json: string }>(this.#changed);
  readonly channels = new Table<{ json: string }>(this.#changed);
  /** The gateway's own, by name. */
  readonly callKeys = new Table<{ value: string }>(this.#changed);

  /**
   * All that the work changes is kept, or nothing of it where the work, or `commit` after it, throws. Within another
   * transaction, part of that one.
   */
  transaction<T>(work: () => T, commit: (changes: readonly Change[]) => void = () => undefined): T {
    if (this.#changes) return work();
    const changes: Change[] = [];
    this.#changes = changes;
    try {
      const result = work();
      commit(changes);
      return result;
    } catch (error) {
      for (const { undo } of changes.toReversed()) undo();
      throw error;
    } finally {
      this.#changes = undefined;
    }
  }
}

interface AskRow {
  sessionId: string;
  toolCallId: string;
  state: string;
  /** Absent while it is unfinished. */
  finishedAt: number | undefined;
  /** That of its input, where it is too large for the ask. */
  inputDigest?: string | undefined;
  json: string;
}

type LogRow = Pick<LogEntry, 'at' | 'type' | 'sessionId' | 'askId'> & { json: string };

type Numbered<Row> = Row & { number: number };

class Table<Row> {
  readonly #rows = new Map<string, Numbered<Row>>();
  readonly #changed: (change: Change) => void;
  #lastNumber = 0;

  constructor(changed: (change: Change) => void) {
    this.#changed = changed;
  }

  get(key: string): Numbered<Row> | undefined {
    return this.#rows.get(key);
  }

  /** Rows, with their keys, in the order in which they first came. */
  inOrder(isWanted: (row: Row) => boolean = () => true): [string, Numbered<Row>][] {
    const rows = [...this.#rows].filter(([, row]) => isWanted(row));
    return rows.toSorted(([, a], [, b]) => a.number - b.number);
  }

  /** A row that is there already keeps its place. */
  put(key: string, row: Row): void {
    this.#change(key, { ...row, number: this.#rows.get(key)?.number ?? ++this.#lastNumber });
  }

  /** As the last of all, under its own number. */
  add(row: Row): void {
    const number = ++this.#lastNumber;
    this.#change(String(number), { ...row, number });
  }

  /** Says whether there was one. */
  remove(key: string): boolean {
    const isThere = this.#rows.has(key);
    if (isThere) this.#change(key, undefined);
    return isThere;
  }

  removeAll(isUnwanted: (row: Numbered<Row>) => boolean): number {
    const unwanted = [...this.#rows].filter(([, row]) => isUnwanted(row));
    for (const [key] of unwanted) this.remove(key);
    return unwanted.length;
  }

  #change(key: string, after: Numbered<Row> | undefined): void {
    const before = this.#rows.get(key);
    const set = (row: Numbered<Row> | undefined) => {
      if (row) this.#rows.set(key, row);
      else this.#rows.delete(key);
    };
    set(after);
    this.#changed({ undo: () => set(before), redo: () => set(after) });
  }
}
