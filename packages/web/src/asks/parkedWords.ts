// Why nobody waits for an ask at the moment, and what its answer does all the same.
import type { Ask, ParkReason, Parked } from '@beckon/protocol';

export function parkedWords({ kind }: Ask, { reason, isOrphaned }: Parked): string {
  return `Parked: ${reasons[reason]}. ${isOrphaned ? orphaned[kind] : returning[kind]}`;
}

const reasons: Record<ParkReason, string> = {
  limit: 'its agent was ended to save memory',
  agent_gone: 'its agent went away',
  gateway_stopped: 'Beckon was stopped, and its agent with it',
};

const returning: Record<Ask['kind'], string> = {
  approval: 'Your answer brings it back; approved, this very call runs.',
  question: 'Your answer brings it back, and it goes on from here.',
  plan: 'Your answer brings it back, and it goes on from here.',
};

const orphaned: Record<Ask['kind'], string> = {
  approval:
    'It cannot take this call up again. Your answer is told to it in a message; if it makes the same call again, the ' +
    'answer applies to that, once.',
  question: 'It cannot take this question up again. Your answer is told to it in a message.',
  plan: 'It cannot take this plan up again. Your answer is told to it in a message.',
};
