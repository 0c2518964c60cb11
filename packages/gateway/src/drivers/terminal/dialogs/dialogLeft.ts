// Sees an ask's dialog leave the screen, which is all that tells of an answer at the desk while the command that it allowed
// still runs. The screen is read when something was written to it, and at no other time.
import type { Clock } from '../../../clock.ts';
import { pause } from '../../../clock.ts';
import type { PaneView } from '../tmux/paneView.ts';
import { matchesAsk, type ShownAsk } from './matchesAsk.ts';
import { readPromptBox } from './promptBox.ts';
import { readDialog } from './readDialog.ts';
import { screenRows } from './screen.ts';

export interface WatchedTerminal {
  tmux: { screen(name: string): Promise<string> };
  views: { open(name: string): Promise<Pick<PaneView, 'events' | 'close'>> };
  clock: Clock;
  name: string;
  /** The session's folder. */
  cwd: string;
  /** Whether no other dialog of the main agent is to be expected. */
  isOnly(): boolean;
}

/** True once the dialog has been there and is gone; false when the signal aborts or the terminal ends. */
export async function dialogLeft(terminal: WatchedTerminal, ask: ShownAsk, signal: AbortSignal): Promise<boolean> {
  const { tmux, views, clock, name, cwd, isOnly } = terminal;
  const read = async () => readScreen(await tmux.screen(name), ask, cwd);
  const changes = new Changes(await views.open(name));
  const stop = () => changes.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    let wasSeen = false;
    while (await changes.next()) {
      const seen = await read();
      wasSeen ||= seen === 'dialog' || (seen === 'unreadable' && isOnly());
      await pause(clock, LOOK_AGAIN_MS, signal);
      // One reading alone may have met the screen half drawn.
      if (wasSeen && seen === 'prompt' && (await read()) === 'prompt') return !signal.aborted;
    }
    return false;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Tells that something was written since it was last asked, however much. */
class Changes {
  readonly #view: Pick<PaneView, 'events' | 'close'>;
  #hasChanged = false;
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(view: Pick<PaneView, 'events' | 'close'>) {
    this.#view = view;
    void this.#follow();
  }

  /** Resolves at the next change, or with false where none can come any more. */
  async next(): Promise<boolean> {
    if (!this.#hasChanged && !this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#hasChanged = false;
    return !this.#isOver;
  }

  stop(): void {
    this.#isOver = true;
    this.#view.close();
    this.#wake();
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.#view.events) {
      if (type === 'ended') break;
      this.#hasChanged = true;
      this.#wake();
    }
    this.stop();
  }
}

/**
 * `dialog`: that of the ask. `unreadable`: some dialog, perhaps one that is taller than the screen. `prompt`: nothing waits in
 * the terminal. Anything else is no proof that the dialog has left: it may be half drawn, or covered by another one.
 */
type Seen = 'dialog' | 'unreadable' | 'prompt' | 'unclear';

export function readScreen(screen: string, ask: ShownAsk, cwd: string): Seen {
  if (readPromptBox(screen)) return 'prompt';
  const dialog = readDialog(screen);
  if (dialog) return matchesAsk(dialog, ask, cwd) ? 'dialog' : 'unclear';
  return screenRows(screen).some((row) => HIGHLIGHTED_CHOICE.test(row)) ? 'unreadable' : 'unclear';
}

const HIGHLIGHTED_CHOICE = /^ *❯ [1-9]\. /;
const LOOK_AGAIN_MS = 100;
