// Starts an agent, with the call that it is to ask for again where one waits; where that call is lost, without it.
import type { AskId } from '@beckon/protocol';
import type { Agent, AgentSpec, Driver } from '../../drivers/driver.ts';
import { CallNotReturned } from '../../drivers/driver.ts';
import type { AgentRun } from '../../agents/agentRun.ts';
import type { House } from '../../sessions/house.ts';
import { orphan, takeReturning } from './parking.ts';

/** How many agents in a row have died of the call that they were to bring back. */
export interface Deaths {
  askId?: AskId;
  count: number;
}

export interface AgentStart {
  driver: Driver;
  spec: Omit<AgentSpec, 'returning'>;
  deaths: Deaths;
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
      deaths.count = 0;
      return { agent, hasReturned: true };
    } catch (error) {
      if (!(error instanceof CallNotReturned)) throw error;
      deaths.count = deaths.askId === returning.id ? deaths.count + 1 : 1;
      deaths.askId = returning.id;
      if (error.mayYetReturn && deaths.count < MOST_DEATHS) throw error;
      const { parked } = house.ledger.unfinished(sessionId).find(({ id }) => id === returning.id) ?? returning;
      // It was asked for all the same: what became of it is looked up like any other, now that its agent is gone.
      if (!parked) throw error;
      house.log.warn({ error, sessionId }, 'a call could not be brought back');
      orphan(house, returning);
      lost();
    }
  }
  return { agent: await run.start(driver, spec), hasReturned: false };
}

/** So often an agent may die of a call that it is to bring back; then the call counts as lost. */
const MOST_DEATHS = 3;
