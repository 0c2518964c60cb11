// The driver of simulated agents, for one life of the gateway. Starting takes a while, and can fail.
import { BeckonError } from '@beckon/protocol';
import type { Agent, AgentHost, AgentSpec, CallFates, Driver } from '../../packages/gateway/src/drivers/driver.ts';
import { CallNotReturned } from '../../packages/gateway/src/drivers/driver.ts';
import { sdkDescription } from '../../packages/gateway/src/drivers/sdk/description.ts';
import { SimAgent } from './simAgent.ts';
import type { Life, Nature } from './world.ts';

export function createSimDriver(nature: Nature, life: Life): Driver {
  /** What a process that has died was about to do, it does not do. */
  const turn = (what: string) => (life.isOver ? new Promise<void>(() => undefined) : nature.agenda.turn(life, what));
  return {
    name: 'sdk',
    description: sdkDescription,
    async start(spec, host): Promise<Agent> {
      await turn('an agent starts');
      if (nature.doStartsFail()) throw new BeckonError('agent_unavailable', 'Claude Code could not be started.');
      const { returning } = spec;
      if (returning) return startReturning(nature, { ...spec, returning }, host);
      requireConversation(nature, spec);
      const agent = new SimAgent(nature, spec, host);
      nature.agentStarted(agent);
      return agent;
    },
    async lookBack({ sessionId }, calls): Promise<CallFates> {
      await turn('a transcript is read');
      if (nature.isTranscriptUnreadable(sessionId)) throw new Error('The transcript cannot be read.');
      return new Map(calls.map((id) => [id, nature.transcript(sessionId).fate(id)]));
    },
    async unread({ sessionId }, messageIds): Promise<string[]> {
      await turn('a transcript is read');
      if (nature.isTranscriptUnreadable(sessionId)) throw new Error('The transcript cannot be read.');
      return messageIds.filter((id) => !nature.transcript(sessionId).hasRead(id));
    },
    async endLeftovers(): Promise<void> {
      await turn('agents that were left behind are ended');
      nature.endAgentsLeftBehind();
    },
  };
}

/** Measured: a conversation's id cannot be given to a new one, and none can be taken up that is not there. */
function requireConversation(nature: Nature, { sessionId, conversation }: AgentSpec): void {
  const { isEmpty } = nature.transcript(sessionId);
  if (conversation === 'kept' && isEmpty) throw new BeckonError('agent_unavailable', 'There is no such conversation.');
  if (conversation === 'new' && !isEmpty) throw new BeckonError('agent_unavailable', 'The id is in use already.');
}

async function startReturning(
  nature: Nature,
  spec: AgentSpec & Required<Pick<AgentSpec, 'returning'>>,
  host: AgentHost,
): Promise<Agent> {
  const { toolCallId } = spec.returning;
  const transcript = nature.transcript(spec.sessionId);
  const call = transcript.call(toolCallId);
  if (!call || transcript.fate(toolCallId) !== 'can_return' || nature.isCallRefused()) {
    throw new CallNotReturned('the transcript does not hold it');
  }
  const agent = new SimAgent(nature, spec, host);
  nature.agentStarted(agent);
  await Promise.race([agent.bringBack(call), agent.hasEnded]);
  if (agent.isAlive || agent.hasAsked) return agent;
  await agent.close();
  throw new CallNotReturned('The agent ended before it asked.', { mayYetReturn: true });
}
