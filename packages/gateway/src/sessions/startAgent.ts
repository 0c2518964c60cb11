// Starts an agent, with the call that it is to ask for again where one waits; where that call is lost, without it.
import type { Agent, AgentSpec, Driver } from '../drivers/driver.ts';
import { CallNotReturned } from '../drivers/driver.ts';
import type { AgentRun } from './agentRun.ts';
import type { House } from './house.ts';
import { orphan, takeReturning } from './parking.ts';

export interface AgentStart {
  driver: Driver;
  spec: Omit<AgentSpec, 'returning'>;
  /** The call that was to return is an orphan now. */
  lost(): void;
}

export async function startAgent(
  house: House,
  run: AgentRun,
  { driver, spec, lost }: AgentStart,
): Promise<{ agent: Agent; hasReturned: boolean }> {
  const { sessionId } = spec;
  const returning = takeReturning(house, sessionId);
  if (returning) {
    try {
      const agent = await run.start(driver, { ...spec, conversation: 'kept', returning });
      return { agent, hasReturned: true };
    } catch (error) {
      if (!(error instanceof CallNotReturned)) throw error;
      const tries = (returning.delivery?.attempts ?? 0) + 1;
      if (error.mayYetReturn && tries < MOST_TRIES) throw error;
      house.log.warn({ error, sessionId }, 'a call could not be brought back');
      orphan(house, returning);
      lost();
    }
  }
  return { agent: await run.start(driver, spec), hasReturned: false };
}

/** So often an agent may die of a call that it is to bring back; then the call counts as lost. */
const MOST_TRIES = 3;
