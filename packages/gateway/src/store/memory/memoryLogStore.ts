// The audit log in memory.
import type { LogEntry } from '@beckon/protocol';
import { typesOfKinds } from '@beckon/protocol';
import { readKeptData } from '../keptData.ts';
import type { GrantEntry, LogStore, Pruned } from '../logStore.ts';
import type { Memory, MemoryTables } from './memoryTables.ts';

export function createMemoryLogStore({ tables, write }: Memory, now: () => number): LogStore {
  const { log } = tables;
  return {
    append({ data, ...entry }, durability) {
      write(durability, () => log.add({ ...entry, at: now(), json: JSON.stringify(data) }));
    },
    page({ before, limit = 50, session, since = 0, kind }) {
      const types = typesOfKinds(kind);
      const older = log
        .inOrder(({ at, sessionId }) => at >= since && (session === undefined || sessionId === session))
        .filter(([, { type }]) => types?.includes(type) ?? true)
        .filter(([, { number }]) => before === undefined || number < Number(before))
        .toReversed();
      const entries = older.slice(0, limit).map(([, row]) => readEntry(row));
      const last = entries.at(-1);
      return { entries, ...(last && older.length > limit && { next: String(last.number) }) };
    },
    grants: () =>
      log
        .inOrder(({ type }) => type === 'rule_granted')
        .map(([, row]) => readEntry(row) as GrantEntry)
        .toReversed(),
    ofAsk: (askId) => log.inOrder((row) => row.askId === askId).map(([, row]) => readEntry(row)),
    *prune(before) {
      for (const forget of [forgetAsks, forgetInputs, forgetTries, forgetEntries]) {
        yield write('relaxed', () => forget(tables, before));
      }
    },
  };
}

function forgetAsks({ asks, log }: MemoryTables, before: number): Pruned {
  const pruned = { asks: 0, entries: 0 };
  for (const [id] of asks.inOrder(({ finishedAt }) => finishedAt !== undefined && finishedAt < before)) {
    if (log.inOrder(({ askId, at }) => askId === id && at >= before).length > 0) continue;
    pruned.entries += log.removeAll(({ askId }) => askId === id);
    pruned.asks += Number(asks.remove(id));
  }
  return pruned;
}

function forgetInputs({ asks, inputs }: MemoryTables, before: number): Pruned {
  const used = asks.inOrder().map(([, { inputDigest }]) => inputDigest);
  const young = inputs.inOrder(({ keptAt }) => keptAt >= before).map(([, { digest }]) => digest);
  const wanted = new Set([...used, ...young]);
  inputs.removeAll(({ digest }) => !wanted.has(digest));
  return { asks: 0, entries: 0 };
}

/** Of the old tries to deliver an answer, the last stands for those before it. */
function forgetTries({ asks, log }: MemoryTables, before: number): Pruned {
  const pruned = { asks: 0, entries: 0 };
  for (const [id] of asks.inOrder(({ finishedAt }) => finishedAt === undefined)) {
    const tries = log.inOrder(({ askId, type }) => askId === id && type === 'ask_delivery_failed');
    for (const [number, { at }] of tries.slice(0, -1)) if (at < before) pruned.entries += Number(log.remove(number));
  }
  return pruned;
}

function forgetEntries({ asks, log }: MemoryTables, before: number): Pruned {
  const waiting = new Set(asks.inOrder(({ finishedAt }) => finishedAt === undefined).map(([, row]) => row.sessionId));
  const entries = log.removeAll(
    ({ at, askId, sessionId }) =>
      at < before && askId === undefined && (sessionId === undefined || !waiting.has(sessionId)),
  );
  return { asks: 0, entries };
}

function readEntry({ json, ...entry }: Omit<LogEntry, 'data'> & { json: string }): LogEntry {
  return { ...entry, data: readKeptData(JSON.parse(json) as object) } as LogEntry;
}
