// Asks in memory, for the many short lives of tests and simulations.
import type { Ask } from '@beckon/protocol';
import { isOver } from '@beckon/protocol';
import { openedEntry, stepEntries } from '../../log/askSteps.ts';
import type { AskStore, Durability, StepLog } from '../askStore.ts';

/** Where there is no log, the steps of asks are not kept. */
export function createMemoryAskStore(log?: StepLog): AskStore {
  // Insertion order is the order in which asks were raised.
  const asks = new Map<string, Ask>();
  const oldestFirst = () => [...asks.values()];
  const newest: AskStore['newest'] = (sessionId, toolCallId) =>
    oldestFirst().findLast((ask) => ask.sessionId === sessionId && ask.toolCallId === toolCallId);

  const step = (before: Ask, ask: Ask, durability: Durability) => {
    for (const entry of log ? stepEntries(before, ask) : []) log?.append(entry, durability);
    asks.set(ask.id, ask);
  };

  return {
    insert(ask, lastSteps = []) {
      if (asks.has(ask.id)) throw new Error(`an ask ${ask.id} is there already`);
      for (const last of lastSteps) {
        const before = asks.get(last.id);
        if (before) step(before, last, 'durable');
      }
      log?.append(openedEntry(ask), 'durable');
      asks.set(ask.id, ask);
    },
    replace(ask, from, durability) {
      const stored = asks.get(ask.id);
      if (!stored || !from.includes(stored.state)) return false;
      step(stored, ask, durability);
      return true;
    },
    find: (id) => asks.get(id),
    newest,
    forToolCalls: (sessionId, toolCallIds) => toolCallIds.flatMap((id) => newest(sessionId, id) ?? []),
    unfinished: () => oldestFirst().filter((ask) => !isOver(ask)),
    history({ before, limit }) {
      const numbered = oldestFirst().map((ask, index) => ({ ask, number: index + 1 }));
      const older = numbered.filter(({ number }) => before === undefined || number < Number(before)).toReversed();
      const page = older.slice(0, limit);
      const last = page.at(-1);
      return {
        asks: page.map(({ ask }) => ask),
        ...(last && older.length > limit && { next: String(last.number) }),
      };
    },
  };
}
