// Whose a hook event is. One process is one session: `/clear`, `/resume` and a fork go on in it under another id. A session
// that Beckon started reports with hooks of its own, and the user's hooks report it once more.
import type { SessionId } from '@beckon/protocol';
import { parentOf } from '../../processes.ts';
import type { HookSender } from './hooks/hookServer.ts';
import type { HookPayload } from './hooks/payload.ts';
import type { TerminalAgent } from './terminalAgent.ts';
import type { Tmux } from './tmux/tmux.ts';

export class Reporters {
  readonly #agents: ReadonlyMap<SessionId, TerminalAgent>;
  readonly #tmux: Tmux;

  constructor(agents: ReadonlyMap<SessionId, TerminalAgent>, tmux: Tmux) {
    this.#agents = agents;
    this.#tmux = tmux;
  }

  /** The agent that an event is of, as far as that is known. Two processes can be in one conversation at once. */
  async agentOf({ session_id }: HookPayload, { sessionId, pid }: HookSender): Promise<TerminalAgent | undefined> {
    if (sessionId !== undefined) return this.#agents.get(sessionId);
    const agents = [...this.#agents.values()];
    const known = pid === undefined ? undefined : agents.find((agent) => agent.pid === pid);
    if (known) return known;
    const sharing = agents.filter(({ conversationId }) => conversationId === session_id);
    for (const agent of sharing) if (pid === undefined || !(await agent.hasLivingProcess())) return agent;
    return undefined;
  }

  /** Whether a process runs in a terminal of Beckon's: be it started by a wrapper there, it reports for itself. */
  async isInOwnTerminal(pid: number): Promise<boolean> {
    const panes = new Set((await this.#tmux.list().catch(() => [])).map((terminal) => terminal.pid));
    let ancestor: number | undefined = pid;
    for (let steps = 0; ancestor !== undefined && steps < mostSteps; steps++) {
      if (panes.has(ancestor)) return true;
      ancestor = await parentOf(ancestor);
    }
    return false;
  }
}

/** More wrappers than anybody has. */
const mostSteps = 12;
