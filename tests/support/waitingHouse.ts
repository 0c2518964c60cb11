// A gateway in which an agent waits for its person.
import { setImmediate } from 'node:timers/promises';
import type { Ask } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import type { AgentAsk } from '../../packages/gateway/src/drivers/driver.ts';
import { approvalDraft } from './asks.ts';
import { testGateway } from './testGateway.ts';

export const minute = 60_000;
export const toolCallId = 'toolu_1';
export const unavailable = () => new BeckonError('agent_unavailable', 'There is no claude here.');

export async function waiting(ask: AgentAsk = approvalDraft(), options: Parameters<typeof testGateway>[1] = {}) {
  const house = await testGateway('memory', options);
  const client = house.gateway.connect('a test');
  const { id } = await client.createSession({ cwd: house.folder.path, prompt: 'go' });
  const agent = house.driver.agent(id);
  const outcome = agent.call(ask);
  const theAsk = async (): Promise<Ask> => {
    await settle();
    const { asks } = await client.listAsks({ state: 'all' });
    const first = asks.at(-1);
    if (!first) throw new Error('nothing was asked');
    return first;
  };
  return { ...house, client, id, agent, outcome, theAsk, latest: () => house.driver.agent(id) };
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}
