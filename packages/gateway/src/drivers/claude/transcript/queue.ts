// The messages that an agent has taken while it works and has not read yet, as its transcript tells of them.
import { type Fields, textOf } from './fields.ts';

export class MessageQueue {
  #texts: string[] = [];

  /** What waits now, where the line has changed that. */
  read(line: Fields): string[] | undefined {
    const before = this.#texts;
    const content = textOf(line['content']);
    switch (line['operation']) {
      case 'enqueue':
        this.#texts = content ? [...before, content] : before;
        break;
      case 'dequeue':
        this.#texts = before.slice(1);
        break;
      case 'remove':
        this.#texts = before.filter((text) => text !== content);
        break;
      default:
        // All of them were taken back into the prompt.
        this.#texts = [];
    }
    return this.#texts === before ? undefined : this.#texts;
  }
}
