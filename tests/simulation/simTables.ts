// The gateway's tables, and what its statements do with them. A statement that is not known here fails loudly: the
// simulation has to learn it first.
import { BeckonError } from '@beckon/protocol';
import type { Row } from '../../packages/gateway/src/store/sqlite/database.ts';

type Value = Row[string];
type Undo = () => void;

/** Every change hands back how to undo it. */
export class SimTables {
  readonly asks = new Map<string, Row>();
  readonly sessions = new Map<string, Row>();
  readonly messages = new Map<string, Row>();
  readonly log = new Map<string, Row>();
  readonly attempts = new Map<string, Row>();
  #number = 0;

  /** Reads; undefined where the statement is no known query. */
  query(sql: string, values: Value[]): Row[] | undefined {
    return queries[key(sql)]?.(this, values);
  }

  change(sql: string, values: Value[]): { changes: number; undo: Undo } {
    const statement = changes[key(sql)];
    if (!statement) throw new Error(`the simulation does not know this statement: ${sql}`);
    const before: [Map<string, Row>, string, Row | undefined][] = [];
    const put = (table: Map<string, Row>, id: string, row: Row | undefined) => {
      before.push([table, id, table.get(id)]);
      if (row) table.set(id, row);
      else table.delete(id);
    };
    const count = statement(this, values, put);
    const undo = () => {
      for (const [table, id, row] of before.toReversed()) {
        if (row) table.set(id, row);
        else table.delete(id);
      }
    };
    return { changes: count, undo };
  }

  nextNumber(): number {
    return ++this.#number;
  }
}

type Put = (table: Map<string, Row>, id: string, row: Row | undefined) => void;
type Query = (tables: SimTables, values: Value[]) => Row[];
type Change = (tables: SimTables, values: Value[], put: Put) => number;

const keys = new Map<string, string>();
/** The same statement, however its lines are broken. */
function key(sql: string): string {
  const known = keys.get(sql);
  if (known !== undefined) return known;
  const short = sql.replace(/\s+/g, ' ').trim();
  keys.set(sql, short);
  return short;
}

const byNumber = (a: Row, b: Row) => Number(a['number']) - Number(b['number']);
const found = (row: Row | undefined): Row[] => (row ? [row] : []);

const queries: Record<string, Query> = {
  'SELECT json FROM asks WHERE id = ?': ({ asks }, [id]) => found(asks.get(String(id))),
  'SELECT json FROM asks WHERE id = ? AND state IN (SELECT value FROM json_each(?))': ({ asks }, [id, states]) =>
    found(asks.get(String(id))).filter((row) => String(states).includes(`"${String(row['state'])}"`)),
  'SELECT json FROM asks WHERE session_id = ? AND tool_call_id = ? ORDER BY number DESC LIMIT 1': (
    { asks },
    [sessionId, toolCallId],
  ) => {
    const rows = [...asks.values()].filter(
      (row) => row['session_id'] === sessionId && row['tool_call_id'] === toolCallId,
    );
    return found(rows.toSorted(byNumber).at(-1));
  },
  'SELECT json FROM asks WHERE finished_at IS NULL ORDER BY number': ({ asks }) =>
    [...asks.values()].filter((row) => row['finished_at'] === null).toSorted(byNumber),
  'SELECT json FROM sessions': ({ sessions }) => [...sessions.values()].toSorted(byNumber),
  'SELECT json FROM sessions WHERE id = ?': ({ sessions }, [id]) => found(sessions.get(String(id))),
  'SELECT json FROM messages WHERE session_id = ? AND id = ?': ({ messages }, [sessionId, id]) =>
    found(messages.get(messageKey(sessionId, id))),
  'SELECT number, json FROM messages WHERE session_id = ? AND number < ? ORDER BY number DESC LIMIT ?': (
    { messages },
    [sessionId, before, limit],
  ) =>
    [...messages.values()]
      .filter((row) => row['session_id'] === sessionId && Number(row['number']) < Number(before))
      .toSorted(byNumber)
      .toReversed()
      .slice(0, Number(limit)),
  'SELECT id FROM attempts WHERE id = ?': ({ attempts }, [id]) => found(attempts.get(String(id))),
  'PRAGMA freelist_count': () => [{ freelist_count: 0 }],
  'PRAGMA wal_checkpoint(TRUNCATE)': () => [],
};

const changes: Record<string, Change> = {
  'INSERT INTO asks (id, session_id, tool_call_id, state, finished_at, json) VALUES (?, ?, ?, ?, ?, ?)': (
    tables,
    [id = null, session_id = null, tool_call_id = null, state = null, finished_at = null, json = null],
    put,
  ) => {
    const number = tables.nextNumber();
    put(tables.asks, String(id), { number, id, session_id, tool_call_id, state, finished_at, json });
    return 1;
  },
  'UPDATE asks SET state = ?, finished_at = ?, json = ? WHERE id = ?': (
    { asks },
    [state = null, finished_at = null, json = null, id],
    put,
  ) => {
    const row = asks.get(String(id));
    if (row) put(asks, String(id), { ...row, state, finished_at, json });
    return row ? 1 : 0;
  },
  'INSERT INTO sessions (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json': (
    tables,
    [id = null, json = null],
    put,
  ) => {
    const number = tables.sessions.get(String(id))?.['number'] ?? tables.nextNumber();
    put(tables.sessions, String(id), { number, id, json });
    return 1;
  },
  'DELETE FROM sessions WHERE id = ?': ({ sessions, messages }, [id], put) => {
    if (!sessions.has(String(id))) return 0;
    put(sessions, String(id), undefined);
    for (const [own, row] of messages) if (row['session_id'] === id) put(messages, own, undefined);
    return 1;
  },
  'INSERT INTO messages (session_id, id, json) VALUES (?, ?, ?) ON CONFLICT (session_id, id) DO UPDATE SET json = excluded.json':
    (tables, [session_id = null, id = null, json = null], put) => {
      if (!tables.sessions.has(String(session_id))) {
        throw new BeckonError('store_unavailable', 'There is no such session to write a message to.');
      }
      const own = messageKey(session_id, id);
      const number = tables.messages.get(own)?.['number'] ?? tables.nextNumber();
      put(tables.messages, own, { number, session_id, id, json });
      return 1;
    },
  'INSERT INTO log (at, type, session_id, ask_id, json) VALUES (?, ?, ?, ?, ?)': (
    tables,
    [at = null, type = null, session_id = null, ask_id = null, json = null],
    put,
  ) => {
    const number = tables.nextNumber();
    put(tables.log, String(number), { number, at, type, session_id, ask_id, json });
    return 1;
  },
  'INSERT OR IGNORE INTO attempts (id, at) VALUES (?, ?)': ({ attempts }, [id = null, at = null], put) => {
    if (attempts.has(String(id))) return 0;
    put(attempts, String(id), { id, at });
    return 1;
  },
  'DELETE FROM attempts WHERE at < ?': ({ attempts }, [before], put) => {
    const old = [...attempts].filter(([, { at }]) => Number(at) < Number(before));
    for (const [id] of old) put(attempts, id, undefined);
    return old.length;
  },
  'INSERT INTO probe (data) VALUES (zeroblob(65536))': () => 1,
  'DELETE FROM probe': () => 1,
};

export function messageKey(sessionId: Value | undefined, id: Value | undefined): string {
  return `${String(sessionId)} ${String(id)}`;
}
