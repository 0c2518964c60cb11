// The sizes that those who type from afar have given to terminals. Each is held for as long as its holder looks at the
// terminal; then the terminal goes back to the size that it had before.
import { pause } from '../../../clock.ts';
import { TmuxError } from './command.ts';
import type { Size } from './terminalList.ts';
import type { Tmux } from './tmux.ts';

interface HeldSize {
  holder: string;
  before: Size;
  now: Size;
}

export class HeldSizes {
  readonly #tmux: Tmux;
  readonly #held = new Map<string, HeldSize>();
  /** How often each viewer looks at each terminal: they may have several tabs. */
  readonly #looks = new Map<string, number>();
  readonly #closed = new AbortController();
  /** One change at a time: each reads the size that the one before it has left. */
  #lastChange: Promise<void> = Promise.resolve();

  constructor(tmux: Tmux) {
    this.#tmux = tmux;
  }

  /** To be called when somebody begins to look; what it gives back, when they stop. */
  look(name: string, viewer: string): () => void {
    const key = lookKey(name, viewer);
    this.#looks.set(key, (this.#looks.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#looks.get(key) ?? 1) - 1;
      if (left > 0) this.#looks.set(key, left);
      else {
        this.#looks.delete(key);
        void this.#letGoSoon(name, viewer);
      }
    };
  }

  hold(name: string, viewer: string, size: Size): Promise<void> {
    return this.#change(async () => {
      const before = this.#held.get(name)?.before ?? (await this.#tmux.find(name))?.size;
      await this.#tmux.resize(name, size);
      if (before) this.#held.set(name, { holder: viewer, before, now: size });
    });
  }

  close(): void {
    this.#closed.abort();
  }

  /** Whoever is back at once was only cut off. */
  async #letGoSoon(name: string, viewer: string): Promise<void> {
    if (this.#held.get(name)?.holder !== viewer) return;
    await pause(this.#tmux.client.clock, CUT_OFF_MS, this.#closed.signal);
    if (!this.#closed.signal.aborted) await this.#change(() => this.#letGo(name, viewer));
  }

  async #letGo(name: string, viewer: string): Promise<void> {
    const held = this.#held.get(name);
    if (held?.holder !== viewer || this.#looks.has(lookKey(name, viewer))) return;
    this.#held.delete(name);
    try {
      const size = (await this.#tmux.find(name))?.size;
      // Another size is that of someone who sits at the terminal.
      if (size?.cols === held.now.cols && size.rows === held.now.rows) await this.#tmux.resize(name, held.before);
    } catch (error) {
      // It may have ended meanwhile.
      if (!(error instanceof TmuxError)) throw error;
    }
  }

  #change(change: () => Promise<void>): Promise<void> {
    const done = this.#lastChange.then(change);
    this.#lastChange = done.catch(() => undefined);
    return done;
  }
}

const CUT_OFF_MS = 2000;

/** Neither name has a space in it. */
function lookKey(name: string, viewer: string): string {
  return `${name} ${viewer}`;
}
