// Lets a real SQLite database do all that the simulated one does, and compares what they say.
import { isDeepStrictEqual } from 'node:util';
import type { Connection, Database, Row } from '../../packages/gateway/src/store/sqlite/database.ts';

/** `differ` is called with every statement to which they say different things. */
export function mirrored(simulated: Database, real: Database, differ: (sql: string) => void): Database {
  // The sessions of a run are there before its first gateway.
  for (const { json } of simulated.relaxed.all('SELECT json FROM sessions')) {
    const { id } = JSON.parse(String(json)) as { id: string };
    real.durable.run('INSERT OR IGNORE INTO sessions (id, json) VALUES (?, ?)', id, json ?? null);
  }
  const connect = (connection: Connection) => mirroredConnection(connection, real.durable, differ);
  return { ...simulated, durable: connect(simulated.durable), relaxed: connect(simulated.relaxed) };
}

function mirroredConnection(simulated: Connection, real: Connection, differ: (sql: string) => void): Connection {
  let isInTransaction = false;
  /** What the simulated disk refuses, the real one must not keep. */
  const together = <T>(work: () => T): T => {
    if (isInTransaction) return work();
    isInTransaction = true;
    try {
      return real.transaction(() => simulated.transaction(work));
    } finally {
      isInTransaction = false;
    }
  };
  const all: Connection['all'] = (sql, ...values) => {
    // Cursors into the rows differ, and so does what a database says of itself.
    if (sql.startsWith('PRAGMA')) return simulated.all(sql, ...values);
    const rows = simulated.all(sql, ...values);
    const realRows = real.all(sql, ...values);
    if (!isDeepStrictEqual(rows.map(content), realRows.map(content))) differ(sql);
    return rows;
  };
  return {
    all,
    get: (sql, ...values) => all(sql, ...values)[0],
    run: (sql, ...values) =>
      together(() => {
        const done = simulated.run(sql, ...values);
        const { changes } = real.run(sql, ...values);
        if (changes !== done.changes) differ(sql);
        return done;
      }),
    transaction: together,
  };
}

function content({ id, json }: Row): Row[string] | undefined {
  return json ?? id;
}
