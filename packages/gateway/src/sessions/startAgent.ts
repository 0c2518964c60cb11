// Starts an agent, with the call that it is to ask for again where one waits; where that call is lost, without it.
import type { AskId } from '@beckon/protocol';
import type { Agent, AgentSpec, Driver } from '../drivers/driver.ts';
import { CallNotReturned } from '../drivers/driver.ts';
import type { AgentRun } from './agentRun.ts';
import type { House } from './house.ts';
import { orphan, takeReturning } from './parking.ts';

export interface AgentStart {
  driver: Driver;
  spec: Omit<AgentSpec, 'returning'>;
  /** How many agents have died of a call that they were to bring back, by its ask. */
  deaths: Map<AskId, number>;
  /** The call that was to return is an orphan now. */
  lost(): void;
}

export async function startAgent(
  house: House,
  run: AgentRun,
  { driver, spec, deaths, lost }: AgentStart,
): Promise<{ agent: Agent; hasReturned: boolean }> {
  const { sessionId } = spec;
  const returning = takeReturning(house, sessionId);
  if (returning) {
    try {
      const agent = await run.start(driver, { ...spec, conversation: 'kept', returning });
      deaths.delete(returning.id);
      return { agent, hasReturned: true };
    } catch (error) {
      if (!(error instanceof CallNotReturned)) throw error;
      const died = (deaths.get(returning.id) ?? 0) + 1;
      deaths.set(returning.id, died);
      if (error.mayYetReturn && died < MOST_DEATHS) throw error;
      deaths.delete(returning.id);
      house.log.warn({ error, sessionId }, 'a call could not be brought back');
      orphan(house, returning);
      lost();
    }
  }
  return { agent: await run.start(driver, spec), hasReturned: false };
}

/** So often an agent may die of a call that it is to bring back; then the call counts as lost. */
const MOST_DEATHS = 3;
