// Whether an agent in a terminal is at work, as its hooks tell; and where they fall silent, as the agent's own file says: a
// turn that its person leaves with Escape before the first word ends without a hook, and without a line in the transcript.
import type { AgentHost, AgentStatus } from '../driver.ts';
import type { ProcessFile } from '../claude/processFile.ts';

export interface AtWorkParts {
  host: AgentHost;
  /** What the agent's file says now; undefined where it keeps none, or its process is not known. */
  look(): Promise<ProcessFile | undefined>;
}

export class AtWork {
  readonly #parts: AtWorkParts;
  /** When it was last told to be at work; undefined while it rests. */
  #toldAt: number | undefined;
  /** How often in a row its file has said that it rests, while nothing was heard of it. */
  #silentLooks = 0;

  constructor(parts: AtWorkParts) {
    this.#parts = parts;
  }

  /** As far as it was told. */
  get isAtRest(): boolean {
    return this.#toldAt === undefined;
  }

  begins(more: AgentStatus = {}): void {
    const { host } = this.#parts;
    this.#toldAt = host.now();
    this.#silentLooks = 0;
    host.update({ state: 'assistant_turn', isIdle: false, ...more });
  }

  /** A hook has told of the turn's end: what comes after it is no silence. */
  ends(): void {
    this.#toldAt = undefined;
  }

  rests(more: AgentStatus = {}): void {
    this.ends();
    this.#parts.host.update({ state: 'user_turn', isIdle: false, ...more });
  }

  /** To be called now and then. Twice: the hook that tells of the end may be on its way. */
  async hasFallenSilent(): Promise<boolean> {
    const { host, look } = this.#parts;
    const toldAt = this.#toldAt;
    if (toldAt === undefined || host.now() - toldAt < soonMs) return false;
    const isIdle = (await look())?.status === 'idle';
    if (this.#toldAt !== toldAt) return false;
    this.#silentLooks = isIdle ? this.#silentLooks + 1 : 0;
    return this.#silentLooks >= looksEnough;
  }
}

const soonMs = 1000;
const looksEnough = 2;
