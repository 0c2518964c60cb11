// What an agent that runs does, as far as it matters to those who wait for its place.
import type { Ask, SessionInfo } from '@beckon/protocol';
import type { Agent } from '../drivers/driver.ts';
import type { Standing } from './givingWay.ts';

export interface Situation {
  agent: Pick<Agent, 'isBusy' | 'suspend' | 'leave'>;
  session: Pick<SessionInfo, 'state' | 'lastActivityAt'>;
  /** The asks of the session that are not over. */
  asks: readonly Ask[];
}

export function standingOf({ agent, session, asks }: Situation): Standing {
  const isReady = session.state === 'user_turn';
  // One that lives on without the gateway is its person's.
  if (agent.isBusy || agent.leave) return { is: 'working' };
  if (asks.length === 0) return isReady ? { is: 'idle', since: session.lastActivityAt } : { is: 'working' };
  const awaited = asks.filter(({ phase }) => phase !== 'parked' && phase !== 'orphaned');
  const isWaiting = awaited.length > 0 ? awaited.every(canBeParked) : isReady;
  if (!agent.suspend || !isWaiting) return { is: 'working' };
  return { is: 'waiting', since: Math.min(...asks.map(({ createdAt }) => createdAt)) };
}

/** With a subagent more than its wait would end. */
function canBeParked({ phase, agentId }: Ask): boolean {
  return phase === 'waiting' && agentId === undefined;
}
