// The title that a person has given a session on the page, until its agent has it: `claude` takes one from the hook of a
// prompt, as if `/rename` had been typed, and writes it into its transcript.
import type { TitleReply } from './hooks/permissionReply.ts';

export class WantedTitle {
  #wanted: string | undefined;
  /** What the agent called it last. */
  #seen: string | undefined;

  wants(title: string): void {
    this.#wanted = title;
  }

  /** What the hook of a prompt is answered with. */
  reply(): TitleReply | undefined {
    if (this.#wanted === undefined) return undefined;
    return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', sessionTitle: this.#wanted } };
  }

  /** The transcript says so, again and again. Nothing is wanted any more once it is ours, or its person renamed it at the desk. */
  isNamed(title: string): void {
    const isNew = this.#seen !== undefined && title !== this.#seen;
    if (isNew || title === this.#wanted) this.#wanted = undefined;
    this.#seen = title;
  }
}
