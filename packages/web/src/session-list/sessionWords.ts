// The state of a session in words.
import type { EndReason, Session } from '@beckon/protocol';

export function sessionWords(session: Session): string {
  const { state, isIdle, end, asks, queued, terminal, past } = session;
  if (asks.length > 0) return `Waiting for your response${isParked(session) ? ' · Parked' : ''}`;
  if (queued) return `Waiting for room: ${agentsAtWork(queued.agents)}`;
  switch (state) {
    case 'starting':
      return 'Starting';
    case 'assistant_turn':
      return 'Working';
    case 'user_turn':
      if (terminal?.menu !== undefined) return `Shows “${terminal.menu}”`;
      return isIdle ? 'Ready for input · idle' : 'Ready for input';
    case 'dead':
      if (past) return past.runsElsewhere ? 'Runs outside of Beckon' : 'Past session';
      return end ? endWords[end.reason] : 'Ended';
  }
}

/** All that may run do. */
function agentsAtWork(count: number): string {
  return `${count} of ${count} ${count === 1 ? 'agent is' : 'agents are'} at work`;
}

/** It waits for its person, and no agent is at work meanwhile. */
export function isParked({ state, asks }: Session): boolean {
  return state !== 'assistant_turn' && asks.length > 0 && asks.every(({ phase }) => phase !== 'waiting');
}

const endWords: Record<EndReason, string> = {
  idle: 'Sleeping',
  parked: 'Parked',
  undelivered: 'Answered, not yet delivered',
  agent_gone: 'Ended: the agent went away',
  start_failed: 'Could not start',
  gateway_stopped: 'Ended with the gateway',
  not_trusted: 'Folder not opened',
};
