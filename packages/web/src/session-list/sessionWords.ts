// The state of a session in words.
import type { EndReason, Session } from '@beckon/protocol';

export function sessionWords({ state, isIdle, end, asks }: Session): string {
  if (asks.length > 0) return 'Waiting for your response';
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

const endWords: Record<EndReason, string> = {
  idle: 'Sleeping',
  agent_gone: 'Ended: the agent went away',
  start_failed: 'Could not start',
  gateway_stopped: 'Ended with the gateway',
};
