// Asks about folders, as a client sees them.
import type { AskOf } from '@beckon/protocol';
import { isWithdrawn } from '@beckon/protocol';
import type { Watcher } from './watcher.ts';

/** The next ask about a folder that is none of these. */
export function nextTrustAsk(watcher: Watcher, ...known: { id: string }[]): Promise<AskOf<'trust'>> {
  const isKnown = (id: string) => known.some((ask) => ask.id === id);
  return watcher.until((view) =>
    Object.values(view.asks).find(
      (ask): ask is AskOf<'trust'> => 'folder' in ask && !isKnown(ask.id) && !isWithdrawn(ask),
    ),
  );
}
