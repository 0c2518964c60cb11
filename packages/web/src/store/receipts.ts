// Tells the gateway, once from this page, that a person has had an ask before their eyes.
import type { Transport } from '@beckon/protocol';

export interface Receipts {
  markSeen: (askId: string) => void;
}

export function createReceipts(transport: Transport): Receipts {
  const told = new Set<string>();
  return {
    markSeen(askId) {
      if (told.has(askId)) return;
      told.add(askId);
      // Nobody waits for it: the next time that the card comes into view is soon enough for another try.
      transport.markSeen(askId).catch(() => told.delete(askId));
    },
  };
}
