// What an agent that runs does, as far as it matters to those who wait for its place.
import type { Ask, SessionInfo } from '@beckon/protocol';
import type { Agent } from '../drivers/driver.ts';
import type { Standing } from './givingWay.ts';

export interface Situation {
  agent: Pick<Agent, 'isBusy' | 'suspend' | 'leave'>;
  session: Pick<SessionInfo, 'state' | 'lastActivityAt'>;
  /** The asks of the session that are not over. */
  asks: readonly Ask[];
  /** How many more it has asked that wait for their turn to be opened: they would be lost with it. */
  asksInLine: number;
}

export function standingOf({ agent, session, asks, asksInLine }: Situation): Standing {
  const isReady = session.state === 'user_turn';
  // One that lives on without the gateway is its person's.
  if (agent.isBusy || agent.leave || asksInLine > 0) return { is: 'working' };
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
