// What a driver's translation makes of one thing that the agent's runtime said.
import type { TerminalStatus } from '@beckon/protocol';
import type { AgentEvent, AgentStatus } from './driver.ts';

/** What is `undefined` is over. */
export type TerminalChange = { [Field in keyof TerminalStatus]?: TerminalStatus[Field] | undefined };

export interface Told {
  events: AgentEvent[];
  status?: AgentStatus;
  /** Of what a terminal shows, that which is new. */
  terminal?: TerminalChange;
}
