// Asks in memory: for tests, and for a host that wants nothing on disk.
import type { Ask } from '@beckon/protocol';
import type { AskStore } from './store.ts';

export function createMemoryAskStore(): AskStore {
  // Insertion order is the order in which asks were raised.
  const asks = new Map<string, Ask>();
  const oldestFirst = () => [...asks.values()];
  const newest: AskStore['newest'] = (sessionId, toolCallId) =>
    oldestFirst().findLast((ask) => ask.sessionId === sessionId && ask.toolCallId === toolCallId);

  return {
    insert(ask) {
      if (asks.has(ask.id)) throw new Error(`an ask ${ask.id} is there already`);
      asks.set(ask.id, ask);
    },
    replace(ask, from) {
      const stored = asks.get(ask.id);
      if (!stored || !from.includes(stored.state)) return false;
      asks.set(ask.id, ask);
      return true;
    },
    find: (id) => asks.get(id),
    newest,
    forToolCalls: (sessionId, toolCallIds) => toolCallIds.flatMap((id) => newest(sessionId, id) ?? []),
    unfinished: () => oldestFirst().filter(({ state }) => state !== 'settled' && state !== 'withdrawn'),
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
