// What a session in a terminal has spent: what its conversation has, and those that it had before `/clear`.
import { isDeepStrictEqual } from 'node:util';
import { addUsage, noUsage, type Usage } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { FollowedSession } from '../claude/transcript/followSession.ts';
import type { AgentHost } from '../driver.ts';

/** By the agent's own id of the conversation. */
export type SpentByConversation = Record<string, Usage>;

export interface SessionSpendingParts {
  host: AgentHost;
  clock: Clock;
  /** What an earlier gateway knew of conversations that are over. */
  spent: SpentByConversation | undefined;
  onKept(change: { spent: SpentByConversation }): void;
}

/** Until a conversation that was left has been written to its end. */
const lastLinesMs = 500;

export class SessionSpending {
  readonly #parts: SessionSpendingParts;
  readonly #isLeft = new AbortController();
  #earlier: Promise<SpentByConversation>;
  #told: Usage | undefined;

  constructor(parts: SessionSpendingParts) {
    this.#parts = parts;
    this.#earlier = Promise.resolve(parts.spent ?? {});
  }

  /** Reports it, as far as the conversation that is followed now has been written. */
  async tell(followed: FollowedSession, conversationId: string): Promise<void> {
    const { [conversationId]: _, ...others } = await this.#earlier;
    const usage = Object.values(others).reduce(addUsage, await followed.spent());
    if (isDeepStrictEqual(usage, this.#told ?? noUsage)) return;
    this.#told = usage;
    this.#parts.host.update({ usage });
  }

  /** The session goes on with another conversation. Lets go of this one once it is known what it came to. */
  leave(followed: FollowedSession, conversationId: string): void {
    this.#earlier = this.#earlier.then(async (known) => {
      await pause(this.#parts.clock, lastLinesMs, this.#isLeft.signal);
      await followed.caughtUp();
      const spent = { ...known, [conversationId]: await followed.spent() };
      await followed.close();
      this.#parts.onKept({ spent });
      return spent;
    });
  }

  /** The session is left: what is known by now is kept for whoever takes it up again. */
  async settle(): Promise<void> {
    this.#isLeft.abort();
    await this.#earlier;
  }
}
