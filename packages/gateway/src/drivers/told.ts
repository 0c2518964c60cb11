// What a driver's translation makes of one thing that the agent's runtime said.
import type { AgentEvent, AgentStatus } from './driver.ts';

export interface Told {
  events: AgentEvent[];
  status?: AgentStatus;
}
