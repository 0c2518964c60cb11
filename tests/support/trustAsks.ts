// Asks about folders, as a client sees them.
import type { AskOf, Transport } from '@beckon/protocol';
import { BeckonError, isWithdrawn } from '@beckon/protocol';
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

/**
 * Trusts a folder that has changed since it was asked about. Where the card has followed the folder already, the answer is
 * refused; else it counts for what was shown. In both cases the folder is asked about again.
 */
export async function trustTooLate(transport: Transport, { id }: { id: string }): Promise<void> {
  try {
    await transport.answer(id, { type: 'approve' });
  } catch (error) {
    if (!(error instanceof BeckonError) || error.code !== 'ask_withdrawn') throw error;
  }
}
