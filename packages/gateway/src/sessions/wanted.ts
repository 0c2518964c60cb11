// An agent that somebody waits for: it comes, it is refused, or it has to wait for room first.
import { BeckonError } from '@beckon/protocol';
import type { Agent } from '../drivers/driver.ts';
import type { Refusal } from './life.ts';

export class Wanted {
  /** Nobody else waits for it than answers, which may be taken back. */
  isForAnswers = true;
  /** Resolves once the agent can take messages. */
  readonly agent: Promise<Agent>;
  #come!: (agent: Agent) => void;
  #refuse!: (error: Error) => void;
  /** Resolves when it is known that it has to wait for room. */
  readonly inLine: Promise<undefined>;
  #waitInLine!: () => void;

  constructor() {
    this.agent = new Promise((resolve, reject) => {
      this.#come = resolve;
      this.#refuse = reject;
    });
    this.inLine = new Promise((resolve) => (this.#waitInLine = () => resolve(undefined)));
    // Whoever waits in line for it may have stopped listening.
    this.agent.catch(() => undefined);
  }

  /** The agent, or nothing as soon as it is known that it has to wait for room. */
  get soon(): Promise<Agent | undefined> {
    return Promise.race([this.agent, this.inLine]);
  }

  come(agent: Agent): void {
    this.#come(agent);
  }

  refuse(why: Refusal): void {
    this.#refuse(refusal(why));
  }

  waitInLine(): void {
    this.#waitInLine();
  }
}

function refusal(why: Refusal): BeckonError {
  switch (why) {
    case 'closed':
      return new BeckonError('agent_unavailable', 'The session was closed before its agent had started.');
    case 'unwanted':
      return new BeckonError('agent_unavailable', 'It was stopped before an agent had started.');
    case 'removed':
      return new BeckonError('session_not_found', 'This session was removed on another device.');
    case 'shutting_down':
      return new BeckonError('shutting_down', 'Beckon is shutting down.');
    default:
      return why;
  }
}
