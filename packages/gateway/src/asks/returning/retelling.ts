// What an agent is told, in a message, of an answer to a call that could not come back.
import type { Ask } from '@beckon/protocol';
import { retelling } from '@beckon/protocol';
import type { Ledger } from '../ledger.ts';
import { nextToTell, orphan } from './parking.ts';

/** Tells an agent what it could not be given otherwise. */
export async function retellAnswers(
  ledger: Ledger,
  sessionId: string,
  tell: (ask: Ask, text: string) => Promise<void>,
): Promise<void> {
  // Looked up afresh each time: while one is told, another may be taken back.
  for (let ask = nextToTell(ledger, sessionId); ask; ask = nextToTell(ledger, sessionId)) {
    ledger.hand(ask.id);
    try {
      await tell(ask, ask.answer ? retelling(ask, ask.answer) : '');
    } catch (error) {
      orphan(ledger, ask);
      throw error;
    }
    ledger.delivered(ask.id);
  }
}
