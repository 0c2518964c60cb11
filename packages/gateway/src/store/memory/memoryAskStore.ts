// Asks in memory.
import type { Ask } from '@beckon/protocol';
import { openedEntry, stepEntries } from '../../log/askSteps.ts';
import type { AskStore, Durability } from '../askStore.ts';
import { finishedAt } from '../finishedAt.ts';
import { readKeptAsk } from '../keptAsk.ts';
import type { LogStore } from '../logStore.ts';
import type { Memory } from './memoryTables.ts';
import { newMemory } from './memoryTables.ts';

/** Where there is no log, the steps of asks are not kept. */
export function createMemoryAskStore(
  { tables: { asks }, write }: Memory = newMemory(),
  log?: Pick<LogStore, 'append'>,
): AskStore {
  const put = (ask: Ask) =>
    asks.put(ask.id, {
      sessionId: ask.sessionId,
      toolCallId: ask.toolCallId,
      state: ask.state,
      finishedAt: finishedAt(ask),
      inputDigest: ask.abridged?.digest,
      json: JSON.stringify(ask),
    });
  const find: AskStore['find'] = (id) => {
    const row = asks.get(id);
    return row && readAsk(row);
  };
  const newest: AskStore['newest'] = (sessionId, toolCallId) => {
    const last = asks.inOrder((row) => row.toolCallId === toolCallId && row.sessionId === sessionId).at(-1);
    return last && readAsk(last[1]);
  };
  const newestOfKind: AskStore['newestOfKind'] = (sessionId, kind) => {
    const asked = asks.inOrder((row) => row.sessionId === sessionId).map(([, row]) => readAsk(row));
    return asked.findLast((ask) => ask.kind === kind);
  };
  const step = (before: Ask, ask: Ask, durability: Durability) => {
    put(ask);
    if (!log) return;
    // Compared as it is kept, so that the log leads to the very same.
    for (const entry of stepEntries(before, find(ask.id) ?? ask)) log.append(entry, durability);
  };

  return {
    insert(ask, lastSteps = []) {
      write('durable', () => {
        if (asks.get(ask.id)) throw new Error(`an ask ${ask.id} is there already`);
        for (const last of lastSteps) {
          const before = find(last.id);
          if (before) step(before, last, 'durable');
        }
        put(ask);
        log?.append(openedEntry(ask), 'durable');
      });
    },
    replace(ask, from, durability) {
      return write(durability, () => {
        const before = find(ask.id);
        if (!before || !from.includes(before.state)) return false;
        step(before, ask, durability);
        return true;
      });
    },
    find,
    newest,
    newestOfKind,
    forToolCalls: (sessionId, toolCallIds) => toolCallIds.flatMap((id) => newest(sessionId, id) ?? []),
    unfinished: () => asks.inOrder(({ finishedAt: at }) => at === undefined).map(([, row]) => readAsk(row)),
    page({ before, limit }) {
      const older = asks.inOrder().filter(([, { number }]) => before === undefined || number < Number(before));
      const page = older.slice(-limit).toReversed();
      const last = page.at(-1);
      return {
        asks: page.map(([, row]) => readAsk(row)),
        ...(last && older.length > limit && { next: String(last[1].number) }),
      };
    },
  };
}

function readAsk({ json }: { json: string }): Ask {
  return readKeptAsk(JSON.parse(json) as object);
}
