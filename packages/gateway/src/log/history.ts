// The audit log in SQLite: entries are appended and read, and the database itself refuses to change them.
import type { AskId, LogDraft, LogEntry, LogPage, LogQuery } from '@beckon/protocol';
import type { Connection, Row } from '../store/sqlite/database.ts';
import { readKeptAsk } from '../store/keptAsk.ts';
import { withDevices } from '../store/withDevices.ts';

export interface HistoryOptions {
  durable: Connection;
  relaxed: Connection;
  now: () => number;
  /** An entry that nothing depends on could not be written. */
  onUnwritten: (error: unknown, entry: LogDraft) => void;
}

export class History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** Where a transaction is open on that connection, the entry is part of it: both are kept, or neither. */
  append({ type, sessionId, askId, data }: LogDraft, durability: 'durable' | 'relaxed'): void {
    const { now, [durability]: connection } = this.#options;
    connection.run(
      'INSERT INTO log (at, type, session_id, ask_id, json) VALUES (?, ?, ?, ?, ?)',
      now(),
      type,
      sessionId ?? null,
      askId ?? null,
      JSON.stringify(data),
    );
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
  page({ before, limit = 50, session, since }: LogQuery): LogPage {
    const { relaxed } = this.#options;
    const ofSession = session === undefined ? '' : 'AND session_id = ?';
    const rows = relaxed.all(
      `SELECT * FROM log WHERE number < ? AND number >= ? AND +at >= ? ${ofSession} ORDER BY number DESC LIMIT ?`,
      before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
      firstSince(relaxed, since),
      since ?? 0,
      ...(session === undefined ? [] : [session]),
      limit + 1,
    );
    const entries = rows.slice(0, limit).map(readEntry);
    const last = entries.at(-1);
    return { entries, ...(last && rows.length > limit && { next: String(last.number) }) };
  }

  /** Oldest first. */
  ofAsk(askId: AskId): LogEntry[] {
    return this.#options.relaxed.all('SELECT * FROM log WHERE ask_id = ? ORDER BY number', askId).map(readEntry);
  }
}

/** The whole log, oldest first, a piece at a time. */
export function* readLog(
  { all }: Pick<Connection, 'all'>,
  { session, since }: Pick<LogQuery, 'session' | 'since'>,
): Generator<LogEntry> {
  const ofSession = session === undefined ? '' : 'AND session_id = ?';
  for (let from = firstSince({ all }, since), isMore = true; isMore;) {
    const entries = all(
      `SELECT * FROM log WHERE number >= ? AND +at >= ? ${ofSession} ORDER BY number LIMIT ?`,
      from,
      since ?? 0,
      ...(session === undefined ? [] : [session]),
      piece,
    ).map(readEntry);
    yield* entries;
    from = (entries.at(-1)?.number ?? from) + 1;
    isMore = entries.length === piece;
  }
}

const piece = 500;

/**
 * The number before which every entry is older: none of those is read. Their times alone would not do, because a clock
 * may be set back, and entries come in the order of their numbers; `+at` keeps SQLite from going by the time there.
 */
function firstSince({ all }: Pick<Connection, 'all'>, since: number | undefined): number {
  if (since === undefined) return 0;
  const [row] = all('SELECT min(number) AS first FROM log INDEXED BY log_by_time WHERE at >= ?', since);
  return Number(row?.['first'] ?? Number.MAX_SAFE_INTEGER);
}

/** Also where an earlier version wrote it: entries never change. */
function readData(kept: { ask?: object }): object {
  return kept.ask ? { ...kept, ask: readKeptAsk(kept.ask) } : withDevices(kept);
}

/** Our own writing, so it is trusted. */
function readEntry(row: Row): LogEntry {
  const { number, at, type, session_id: sessionId, ask_id: askId, json } = row;
  return {
    number,
    at,
    type,
    ...(sessionId !== null && { sessionId }),
    ...(askId !== null && { askId }),
    data: readData(JSON.parse(String(json)) as object),
  } as LogEntry;
}
