// Forgets what is old: sessions in which nothing happens any more, asks that are over, with all that the log has of them,
// and entries that belong to nothing open.
// Works through it in small pieces, so that nobody waits for it, once after the start and then every day.
import type { Clock } from '../clock.ts';
import type { Connection } from '../store/sqlite/database.ts';
import type { History } from './history.ts';

export interface RetentionOptions {
  connection: Connection;
  history: Pick<History, 'note'>;
  /** Removes the sessions in which nothing has happened since then, and nothing waits. */
  forgetSessions(before: number): Promise<void>;
  clock: Clock;
  /** How long asks and entries are kept; 0 for ever. */
  keepDays: number;
  onFailure: (error: unknown) => void;
}

const dayMs = 24 * 60 * 60_000;
const firstAfterMs = 1_000;
const pauseMs = 20;
const asksAtOnce = 100;
const entriesAtOnce = 500;
const pagesAtOnce = 250;

export function startRetention(options: RetentionOptions): { close(): void } {
  const { connection, clock, keepDays, onFailure } = options;
  let cancel = clock.after(firstAfterMs, begin);
  return { close: () => cancel() };

  function begin(): void {
    if (keepDays === 0) return work(shrinking(connection));
    const before = clock.now() - keepDays * dayMs;
    options.forgetSessions(before).catch(onFailure);
    work(forgetting(options, before));
  }

  function work(pieces: Iterator<void>): void {
    let isDone = true;
    try {
      isDone = pieces.next().done === true;
    } catch (error) {
      // The disk may be full or locked: tomorrow is early enough.
      onFailure(error);
    }
    cancel = isDone ? clock.after(dayMs, begin) : clock.after(pauseMs, () => work(pieces));
  }
}

function* forgetting({ connection, history }: RetentionOptions, before: number): Generator<void> {
  // The database lets go of entries that are older than this, and of no others.
  connection.run('UPDATE retention SET before = max(before, ?)', before);
  const forgotten = { asks: 0, entries: 0 };
  for (const forget of [forgetAsks, forgetTries, forgetEntries]) {
    for (let isMore = true; isMore;) {
      const piece = forget(connection, before);
      forgotten.asks += piece.asks;
      forgotten.entries += piece.entries;
      isMore = piece.isMore;
      yield;
    }
  }
  if (forgotten.asks + forgotten.entries > 0) history.note({ type: 'history_pruned', data: { before, ...forgotten } });
  yield* shrinking(connection);
}

/** An ask goes whole or not at all: what is left of the log still leads to every ask that is left. */
function forgetAsks(connection: Connection, before: number) {
  return connection.transaction(() => {
    const rows = connection.all(
      `SELECT id FROM asks WHERE finished_at < ?
         AND NOT EXISTS (SELECT 1 FROM log WHERE log.ask_id = asks.id AND log.at >= ?)
         ORDER BY finished_at LIMIT ?`,
      before,
      before,
      asksAtOnce,
    );
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const entries = connection.run('DELETE FROM log WHERE ask_id IN (SELECT value FROM json_each(?))', ids).changes;
    connection.run('DELETE FROM asks WHERE id IN (SELECT value FROM json_each(?))', ids);
    return { asks: rows.length, entries, isMore: rows.length === asksAtOnce };
  });
}

/** An answer may be undeliverable for ever: of the old tries that failed, the last stands for those before it. */
function forgetTries(connection: Connection, before: number) {
  const { changes } = connection.run(
    // A cross join begins with the few asks that are open, and not with the log.
    `WITH tries AS (
       SELECT log.number, log.at, max(log.number) OVER (PARTITION BY log.ask_id) AS last
         FROM asks CROSS JOIN log ON log.ask_id = asks.id
         WHERE asks.finished_at IS NULL AND log.type = 'ask_delivery_failed')
     DELETE FROM log WHERE number IN (SELECT number FROM tries WHERE at < ? AND number < last LIMIT ?)`,
    before,
    entriesAtOnce,
  );
  return { asks: 0, entries: changes, isMore: changes === entriesAtOnce };
}

/** What a session with an open ask has been through stays, as the ask does. */
function forgetEntries(connection: Connection, before: number) {
  const { changes } = connection.run(
    `DELETE FROM log WHERE number IN (
       SELECT number FROM log WHERE at < ? AND ask_id IS NULL
         AND (session_id IS NULL OR session_id NOT IN (SELECT session_id FROM asks WHERE finished_at IS NULL))
         ORDER BY at LIMIT ?)`,
    before,
    entriesAtOnce,
  );
  return { asks: 0, entries: changes, isMore: changes === entriesAtOnce };
}

/** Gives the room back to the disk: of what was forgotten, and of sessions that were removed. */
function* shrinking(connection: Connection): Generator<void> {
  const freePages = () => Number(connection.get('PRAGMA freelist_count')?.['freelist_count'] ?? 0);
  for (let left = freePages(); left > 0;) {
    // Read to its end: SQLite gives back one page with each step.
    connection.all(`PRAGMA incremental_vacuum(${pagesAtOnce})`);
    const now = freePages();
    if (now >= left) return;
    left = now;
    yield;
  }
  connection.all('PRAGMA wal_checkpoint(TRUNCATE)');
}
