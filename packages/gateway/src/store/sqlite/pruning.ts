// Forgets what is old in SQLite, in pieces so small that nobody waits for one: asks that are over, with all that the log has
// of them, and entries that belong to nothing open.
import type { Pruned } from '../logStore.ts';
import type { Connection } from './database.ts';

const asksAtOnce = 100;
const entriesAtOnce = 500;

export function* prune(connection: Connection, before: number): Generator<Pruned> {
  // The database lets go of entries that are older than this, and of no others.
  connection.run('UPDATE retention SET before = max(before, ?)', before);
  for (const forget of [forgetAsks, forgetInputs, forgetTries, forgetEntries]) {
    for (let isMore = true; isMore;) {
      const { isMore: isLeft, ...pruned } = forget(connection, before);
      isMore = isLeft;
      yield pruned;
    }
  }
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
    connection.run('DELETE FROM ask_inputs WHERE ask_id IN (SELECT value FROM json_each(?))', ids);
    return { asks: rows.length, entries, isMore: rows.length === asksAtOnce };
  });
}

/**
 * A large input goes with the last ask that has it. One that was kept for an ask which never came is as old as it is. It goes
 * whole, one at a time: an ask that comes between two of them finds all of its input, or nothing.
 */
function forgetInputs(connection: Connection, before: number) {
  const { changes } = connection.run(
    `DELETE FROM inputs WHERE digest = (
       SELECT digest FROM inputs AS kept WHERE NOT EXISTS (SELECT 1 FROM ask_inputs WHERE ask_inputs.digest = kept.digest)
         GROUP BY digest HAVING max(kept_at) < ? LIMIT 1)`,
    before,
  );
  return { asks: 0, entries: 0, isMore: changes > 0 };
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
