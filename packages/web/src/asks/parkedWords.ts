// Why nobody waits for an ask at the moment, and what its answer does all the same.
import type { Ask, ParkReason, Parked } from '@beckon/protocol';
import { comesBeforeAgent, kindOf } from '@beckon/protocol';

export function parkedWords(ask: Ask, { reason, isOrphaned }: Parked): string {
  const { orphaned, parked } = kindOf(ask).words;
  if (comesBeforeAgent(ask)) return `Parked: there is no agent yet. ${parked}`;
  return `Parked: ${reasons[reason]}. ${isOrphaned ? orphaned : parked}`;
}

const reasons: Record<ParkReason, string> = {
  limit: 'its agent was ended to save memory',
  agent_gone: 'its agent went away',
  gateway_stopped: 'Beckon was stopped, and its agent with it',
};
