// The state of a session in words.
import type { EndReason, Session } from '@beckon/protocol';

export function sessionWords({ state, isIdle, end, asks }: Session): string {
  if (asks.length > 0) return `Waiting for your response${isParked({ asks }) ? ' · Parked' : ''}`;
  switch (state) {
    case 'starting':
      return 'Starting';
    case 'assistant_turn':
      return 'Working';
    case 'user_turn':
      return isIdle ? 'Ready for input · idle' : 'Ready for input';
    case 'dead':
      return end ? endWords[end.reason] : 'Ended';
  }
}

/** It waits for its person, and no agent runs meanwhile. */
export function isParked({ asks }: Pick<Session, 'asks'>): boolean {
  return asks.length > 0 && asks.every(({ parked }) => parked);
}

const endWords: Record<EndReason, string> = {
  idle: 'Sleeping',
  parked: 'Parked',
  agent_gone: 'Ended: the agent went away',
  start_failed: 'Could not start',
  gateway_stopped: 'Ended with the gateway',
};
