// The audit log in SQLite: entries are appended and read, and the database itself refuses to change them.
import type { LogEntry, LogQuery } from '@beckon/protocol';
import { typesOfKinds } from '@beckon/protocol';
import { readKeptData } from '../keptData.ts';
import type { GrantEntry, LogStore } from '../logStore.ts';
import type { Connection, Row } from './database.ts';
import { prune } from './pruning.ts';

export function createSqliteLogStore(
  connections: Record<'durable' | 'relaxed', Connection>,
  now: () => number,
): LogStore {
  const { relaxed } = connections;
  return {
    append({ type, sessionId, askId, data }, durability) {
      connections[durability].run(
        'INSERT INTO log (at, type, session_id, ask_id, json) VALUES (?, ?, ?, ?, ?)',
        now(),
        type,
        sessionId ?? null,
        askId ?? null,
        JSON.stringify(data),
      );
    },
    page({ before, limit = 50, since, ...narrowed }) {
      const { sql, values } = narrowing(narrowed);
      const rows = relaxed.all(
        `SELECT * FROM log WHERE number < ? AND number >= ? AND +at >= ? ${sql} ORDER BY number DESC LIMIT ?`,
        before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
        firstSince(relaxed, since),
        since ?? 0,
        ...values,
        limit + 1,
      );
      const entries = rows.slice(0, limit).map(readEntry);
      const last = entries.at(-1);
      return { entries, ...(last && rows.length > limit && { next: String(last.number) }) };
    },
    grants: () =>
      relaxed
        .all("SELECT * FROM log WHERE type = 'rule_granted' ORDER BY number DESC")
        .map((row) => readEntry(row) as GrantEntry),
    ofAsk: (askId) => relaxed.all('SELECT * FROM log WHERE ask_id = ? ORDER BY number', askId).map(readEntry),
    prune: (before) => prune(relaxed, before),
  };
}

/** The whole log, oldest first, a piece at a time. */
export function* readLog(
  { all }: Pick<Connection, 'all'>,
  { since, ...narrowed }: Omit<LogQuery, 'before' | 'limit'>,
): Generator<LogEntry> {
  const { sql, values } = narrowing(narrowed);
  for (let from = firstSince({ all }, since), isMore = true; isMore;) {
    const entries = all(
      `SELECT * FROM log WHERE number >= ? AND +at >= ? ${sql} ORDER BY number LIMIT ?`,
      from,
      since ?? 0,
      ...values,
      piece,
    ).map(readEntry);
    yield* entries;
    from = (entries.at(-1)?.number ?? from) + 1;
    isMore = entries.length === piece;
  }
}

const piece = 500;

/** To one session, to some kinds of entries. */
function narrowing({ session, kind }: Pick<LogQuery, 'session' | 'kind'>): { sql: string; values: string[] } {
  const types = typesOfKinds(kind);
  return {
    sql: [
      ...(session === undefined ? [] : ['AND session_id = ?']),
      ...(types ? [`AND type IN (${types.map(() => '?').join(', ')})`] : []),
    ].join(' '),
    values: [...(session === undefined ? [] : [session]), ...(types ?? [])],
  };
}

/**
 * The number before which every entry is older: none of those is read. Their times alone would not do, because a clock
 * may be set back, and entries come in the order of their numbers; `+at` keeps SQLite from going by the time there.
 */
function firstSince({ all }: Pick<Connection, 'all'>, since: number | undefined): number {
  if (since === undefined) return 0;
  const [row] = all('SELECT min(number) AS first FROM log INDEXED BY log_by_time WHERE at >= ?', since);
  return Number(row?.['first'] ?? Number.MAX_SAFE_INTEGER);
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
    data: readKeptData(JSON.parse(String(json)) as object),
  } as LogEntry;
}
