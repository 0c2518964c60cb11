// Asks in SQLite: one row each, the ask itself as JSON text, beside it only what is searched for.
import type { Ask, AskState } from '@beckon/protocol';
import type { Connection, Row } from './database.ts';
import { openedEntry, stepEntries } from '../../log/askSteps.ts';
import type { AskStore, Durability } from '../askStore.ts';
import { finishedAt } from '../finishedAt.ts';
import { readKeptAsk } from '../keptAsk.ts';
import type { LogStore } from '../logStore.ts';

type Connections = Record<'durable' | 'relaxed', Connection>;

export function createSqliteAskStore(connections: Connections, log: Pick<LogStore, 'append'>): AskStore {
  const { durable } = connections;
  const newest: AskStore['newest'] = (sessionId, toolCallId) =>
    readRow(
      durable.get(
        'SELECT json FROM asks WHERE session_id = ? AND tool_call_id = ? ORDER BY number DESC LIMIT 1',
        sessionId,
        toolCallId,
      ),
    );

  const newestOfKind: AskStore['newestOfKind'] = (sessionId, kind) =>
    readRow(
      durable.get(
        // Written out, for the index of plans serves a query that names them. A kind is one of a few words of our own.
        `SELECT json FROM asks WHERE session_id = ? AND kind = '${kind}' ORDER BY number DESC LIMIT 1`,
        sessionId,
      ),
    );

  /** Within a transaction of the connection of that durability. */
  const step = (before: Ask, ask: Ask, durability: Durability) => {
    const json = JSON.stringify(ask);
    connections[durability].run(
      'UPDATE asks SET state = ?, finished_at = ?, json = ? WHERE id = ?',
      ask.state,
      finishedAt(ask) ?? null,
      json,
      ask.id,
    );
    // Compared as it is kept, so that the log leads to the very same.
    for (const entry of stepEntries(before, JSON.parse(json) as Ask)) log.append(entry, durability);
  };
  const find: AskStore['find'] = (id) => readRow(durable.get('SELECT json FROM asks WHERE id = ?', id));

  return {
    insert(ask, lastSteps = []) {
      durable.transaction(() => {
        for (const last of lastSteps) {
          const before = find(last.id);
          if (before) step(before, last, 'durable');
        }
        durable.run(
          'INSERT INTO asks (id, kind, session_id, tool_call_id, state, finished_at, json) VALUES (?, ?, ?, ?, ?, ?, ?)',
          ask.id,
          ask.kind,
          ask.sessionId,
          ask.toolCallId,
          ask.state,
          finishedAt(ask) ?? null,
          JSON.stringify(ask),
        );
        const { digest } = ask.abridged ?? {};
        if (digest !== undefined) durable.run('INSERT INTO ask_inputs (ask_id, digest) VALUES (?, ?)', ask.id, digest);
        log.append(openedEntry(ask), 'durable');
      });
    },
    replace(ask, from, durability) {
      const connection = connections[durability];
      return connection.transaction(() => {
        const before = readRow(
          connection.get(
            'SELECT json FROM asks WHERE id = ? AND state IN (SELECT value FROM json_each(?))',
            ask.id,
            JSON.stringify(from satisfies readonly AskState[]),
          ),
        );
        if (!before) return false;
        step(before, ask, durability);
        return true;
      });
    },
    find,
    newest,
    newestOfKind,
    forToolCalls: (sessionId, toolCallIds) => toolCallIds.flatMap((id) => newest(sessionId, id) ?? []),
    unfinished: () =>
      durable
        .all('SELECT json FROM asks WHERE finished_at IS NULL ORDER BY number')
        .flatMap((row) => readRow(row) ?? []),
    page({ before, limit }) {
      const rows = durable.all(
        'SELECT number, json FROM asks WHERE number < ? ORDER BY number DESC LIMIT ?',
        before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
        limit + 1,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        asks: page.flatMap((row) => readRow(row) ?? []),
        ...(last && rows.length > limit && { next: String(last['number']) }),
      };
    },
  };
}

function readRow(row: Row | undefined): Ask | undefined {
  return row && readKeptAsk(JSON.parse(String(row['json'])) as object);
}
