// Looks at the terminals of Beckon's own now and then: what runs there may end without a word, and what is switched at the
// desk only the screen tells.
import type { Clock } from '../../clock.ts';
import { isRunning } from '../../processes.ts';
import type { TerminalAgent } from './terminalAgent.ts';
import type { Terminal } from './tmux/terminalList.ts';
import type { Tmux } from './tmux/tmux.ts';

export interface TerminalWatchParts {
  tmux: Tmux;
  clock: Clock;
  agents: ReadonlyMap<string, TerminalAgent>;
  /** Called with every look, whether there are agents or not. */
  beforeLook(): void;
  onTrouble(error: unknown): void;
}

/** What is switched at the desk is to be seen within a second. */
const lookEveryMs = 800;

export class TerminalWatch {
  readonly #parts: TerminalWatchParts;
  #cancelLook: (() => void) | undefined;
  #isClosed = false;
  #lookedAtSeconds = 0;

  constructor(parts: TerminalWatchParts) {
    this.#parts = parts;
  }

  /** Not before there is something to look after, so that a driver which was never used needs no closing. */
  begin(): void {
    const { clock, beforeLook, onTrouble } = this.#parts;
    const look = () => {
      this.#cancelLook = clock.after(lookEveryMs, look);
      beforeLook();
      void this.#lookAtAll().catch(onTrouble);
    };
    if (!this.#isClosed) this.#cancelLook ??= clock.after(lookEveryMs, look);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelLook?.();
  }

  /** One look at tmux for all. */
  async #lookAtAll(): Promise<void> {
    const { tmux, clock, agents } = this.#parts;
    if (agents.size === 0) return;
    const now = clock.now();
    const terminals = await tmux.list();
    const running = await namesOfRunning(terminals);
    await Promise.all([...agents.values()].map((agent) => agent.checkAlive(running)));
    await this.#readScreens(terminals.filter(({ name }) => running.has(name)));
    this.#lookedAtSeconds = Math.floor(now / 1000);
  }

  /** One on which nothing is new is not read. */
  async #readScreens(terminals: readonly Terminal[]): Promise<void> {
    const { tmux, agents } = this.#parts;
    const changed = terminals.filter(({ writtenAtSeconds }) => writtenAtSeconds >= this.#lookedAtSeconds);
    const screens = await tmux.screens(changed.map(({ paneId }) => paneId));
    for (const [index, { name }] of changed.entries()) agents.get(name)?.onScreen(screens[index] ?? '');
  }
}

/** A pane stays while anything that was started in it holds on to it, be its program dead. */
export async function namesOfRunning(terminals: readonly Terminal[]): Promise<Set<string>> {
  const names = terminals.map(async ({ name, pid, exit }) => (!exit && (await isRunning(pid)) ? [name] : []));
  return new Set((await Promise.all(names)).flat());
}
