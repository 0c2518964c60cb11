// Every ask as it stands, from the audit log alone.
import type { Ask, AskId, LogEntry } from '@beckon/protocol';
import { readKeptAsk } from '../store/keptAsk.ts';

/** `entries` oldest first. */
export function rebuildAsks(entries: Iterable<LogEntry>): Map<AskId, Ask> {
  const asks = new Map<AskId, Ask>();
  for (const entry of entries) {
    if (entry.type === 'ask_opened') asks.set(entry.data.ask.id, entry.data.ask);
    const ask = entry.askId === undefined ? undefined : asks.get(entry.askId);
    if (ask && 'changed' in entry.data) {
      const { changed, removed = [] } = entry.data;
      const kept = Object.entries(ask).filter(([key]) => !removed.includes(key));
      asks.set(ask.id, { ...Object.fromEntries(kept), ...changed } as Ask);
    }
  }
  return new Map([...asks].map(([id, ask]) => [id, readKeptAsk(ask)]));
}
