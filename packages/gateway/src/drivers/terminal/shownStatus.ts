// What a terminal shows of its agent beside the conversation, from its screen and its transcript. It is told where it has
// changed, and at no other time.
import { isDeepStrictEqual } from 'node:util';
import type { TerminalStatus } from '@beckon/protocol';
import type { AgentHost } from '../driver.ts';
import type { TerminalChange } from '../told.ts';
import { readMenu } from './dialogs/readMenu.ts';
import { readPromptBox } from './dialogs/promptBox.ts';

export class ShownStatus {
  readonly #host: Pick<AgentHost, 'update'>;
  #now: TerminalStatus = {};
  #told: TerminalStatus | undefined;

  constructor(host: Pick<AgentHost, 'update'>) {
    this.#host = host;
  }

  /** Tells nobody yet. */
  note(change: TerminalChange = {}): void {
    const entries = Object.entries({ ...this.#now, ...change }).filter(([, value]) => isSomething(value));
    this.#now = Object.fromEntries(entries);
  }

  tell(): void {
    if (isDeepStrictEqual(this.#now, this.#told)) return;
    this.#told = this.#now;
    this.#host.update({ terminal: this.#now });
  }

  onScreen(screen: string): void {
    const box = readPromptBox(screen);
    const menu = readMenu(screen);
    // One that cannot be read, while the screen is drawn anew, is not gone before the prompt is back.
    if (menu !== undefined || box) this.note({ menu });
    // Without the mode there is no room for the shells either.
    if (box?.permissionMode) this.note({ shells: box.shells });
    this.tell();
  }
}

function isSomething(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}
