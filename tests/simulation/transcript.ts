// What an agent keeps of its conversation, on a disk of its own that nobody syncs: enough to tell what became of a call.
import type { CallFate } from '../../packages/gateway/src/drivers/driver.ts';
import type { Call } from './calls.ts';

type Line =
  /** The messages that it read. */
  | { type: 'prompt'; messageIds: string[] }
  | { type: 'text' }
  /** One message of the agent, with all the calls that it makes at once. */
  | { type: 'calls'; calls: Call[] }
  | { type: 'result'; toolCallId: string };

export class Transcript {
  #lines: Line[] = [];
  readonly #results = new Set<string>();

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  write(line: Line): void {
    this.#lines.push(line);
    if (line.type === 'result') this.#results.add(line.toolCallId);
  }

  call(toolCallId: string): Call | undefined {
    return this.#callsAt(this.#indexOf(toolCallId)).find(({ id }) => id === toolCallId);
  }

  has(toolCallId: string): boolean {
    return this.#indexOf(toolCallId) >= 0;
  }

  hasResult(toolCallId: string): boolean {
    return this.#lines.some((line) => line.type === 'result' && line.toolCallId === toolCallId);
  }

  hasRead(messageId: string): boolean {
    return this.#lines.some((line) => line.type === 'prompt' && line.messageIds.includes(messageId));
  }

  /** Whether it was ever there, though the power may have failed since. */
  hadResult(toolCallId: string): boolean {
    return this.#results.has(toolCallId);
  }

  /** A call can return as long as the conversation has not gone on without it. */
  fate(toolCallId: string): CallFate {
    if (this.hasResult(toolCallId)) return 'finished';
    const at = this.#indexOf(toolCallId);
    const isLast = this.#lines.slice(at + 1).every(({ type }) => type === 'result');
    return at >= 0 && isLast ? 'can_return' : 'lost';
  }

  losePower(lines: number): void {
    this.#lines = this.#lines.slice(0, Math.max(0, this.#lines.length - lines));
  }

  #indexOf(toolCallId: string): number {
    return this.#lines.findIndex((line) => line.type === 'calls' && line.calls.some(({ id }) => id === toolCallId));
  }

  #callsAt(index: number): Call[] {
    const line = this.#lines[index];
    return line?.type === 'calls' ? line.calls : [];
  }
}
