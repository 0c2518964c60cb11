// Answers on their way into the agent's pipe. An answer has arrived when it is written, or when its call has a result: on
// a busy machine that result can be read before the pipe reports the write.
import type { ClaudeProcess } from './claudeProcess.ts';

export class HandedAnswers {
  readonly #claude: Pick<ClaudeProcess, 'whenWritten'>;
  readonly #delivered = new Map<string, () => void>();

  constructor(claude: Pick<ClaudeProcess, 'whenWritten'>) {
    this.#claude = claude;
  }

  /** The SDK is about to write the answer to this call. */
  hand(toolCallId: string, delivered: () => void): void {
    this.#delivered.set(toolCallId, delivered);
    this.#claude.whenWritten(() => this.arrived(toolCallId));
  }

  /** Tells the house, once. */
  arrived(toolCallId: string): void {
    const delivered = this.#delivered.get(toolCallId);
    this.#delivered.delete(toolCallId);
    delivered?.();
  }
}
