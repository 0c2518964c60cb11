// Asks in SQLite: one row each, the ask itself as JSON text, beside it only what is searched for.
import type { Ask, AskState } from '@beckon/protocol';
import type { Connection, Row } from '../database.ts';
import type { AskStore } from './store.ts';

export function createSqliteAskStore({ durable, relaxed }: { durable: Connection; relaxed: Connection }): AskStore {
  const newest: AskStore['newest'] = (sessionId, toolCallId) =>
    readRow(
      durable.get(
        'SELECT json FROM asks WHERE session_id = ? AND tool_call_id = ? ORDER BY number DESC LIMIT 1',
        sessionId,
        toolCallId,
      ),
    );

  return {
    insert(ask) {
      durable.run(
        'INSERT INTO asks (id, session_id, tool_call_id, state, json) VALUES (?, ?, ?, ?, ?)',
        ask.id,
        ask.sessionId,
        ask.toolCallId,
        ask.state,
        JSON.stringify(ask),
      );
    },
    replace(ask, from, durability) {
      const connection = durability === 'durable' ? durable : relaxed;
      const { changes } = connection.run(
        `UPDATE asks SET state = ?, json = ? WHERE id = ? AND state IN (SELECT value FROM json_each(?))`,
        ask.state,
        JSON.stringify(ask),
        ask.id,
        JSON.stringify(from satisfies readonly AskState[]),
      );
      return changes === 1;
    },
    find: (id) => readRow(durable.get('SELECT json FROM asks WHERE id = ?', id)),
    newest,
    forToolCalls: (sessionId, toolCallIds) => toolCallIds.flatMap((id) => newest(sessionId, id) ?? []),
    unfinished: () =>
      durable
        .all(`SELECT json FROM asks WHERE state IN ('open', 'answered', 'delivered') ORDER BY number`)
        .flatMap((row) => readRow(row) ?? []),
    history({ before, limit }) {
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

/** Our own writing, so it is trusted: checked by the schema of the column, not parsed again. */
function readRow(row: Row | undefined): Ask | undefined {
  return row && (JSON.parse(String(row['json'])) as Ask);
}
