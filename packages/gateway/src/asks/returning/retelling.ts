// What an agent is told, in a message, of an answer to a call that could not come back.
import type { Ask } from '@beckon/protocol';
import { retelling } from '@beckon/protocol';
import type { House } from '../../sessions/house.ts';
import { nextToTell, orphan } from './parking.ts';

/** Tells an agent what it could not be given otherwise. */
export async function retellAnswers(
  house: House,
  sessionId: string,
  tell: (ask: Ask, text: string) => Promise<void>,
): Promise<void> {
  // Looked up afresh each time: while one is told, another may be taken back.
  for (let ask = nextToTell(house, sessionId); ask; ask = nextToTell(house, sessionId)) {
    house.ledger.hand(ask.id);
    try {
      await tell(ask, ask.answer ? retelling(ask, ask.answer) : '');
    } catch (error) {
      orphan(house, ask);
      throw error;
    }
    house.ledger.handed(ask.id);
  }
}
