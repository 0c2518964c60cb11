// Whether a session's agent cannot start before its person has said whether to trust its folder.
import { comesBeforeAgent, isOpen } from '@beckon/protocol';
import { useBeckonState } from '../store/BeckonContext.tsx';

export function useIsAtDoor(sessionId: string): boolean {
  return useBeckonState(({ view }) =>
    view.asks.some((ask) => ask.sessionId === sessionId && isOpen(ask) && comesBeforeAgent(ask)),
  );
}
