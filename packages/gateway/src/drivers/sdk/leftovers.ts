// Agents that a gateway left behind when it was killed. Their guards end them, but a guard may have been killed too: the next
// gateway ends what it finds before it brings a session back, so that no conversation ever has two agents.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../clock.ts';
import { hasEndedWithin, signalProcess } from '../../processes.ts';

export class Leftovers {
  readonly #folder: string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #clock: Clock;

  constructor(folder: string, { onTrouble, clock }: { onTrouble: (error: unknown) => void; clock: Clock }) {
    this.#folder = folder;
    this.#onTrouble = onTrouble;
    this.#clock = clock;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  /** Takes note of a running agent; the returned function crosses it out. */
  note(sessionId: string, pid: number): () => void {
    const path = join(this.#folder, sessionId);
    this.#try(() => writeFileSync(path, String(pid), { mode: 0o600 }));
    return () => this.#crossOut(path);
  }

  /** Ends every agent that is noted and still runs. */
  async end(): Promise<void> {
    const noted = this.#try(() => readdirSync(this.#folder)) ?? [];
    await Promise.all(
      noted.map(async (sessionId) => {
        const path = join(this.#folder, sessionId);
        const pid = Number(this.#try(() => readFileSync(path, 'utf8')));
        // The number may have been given to another process since.
        if (Number.isInteger(pid) && (await argumentsOf(pid)).includes(sessionId)) await endProcess(pid, this.#clock);
        this.#crossOut(path);
      }),
    );
  }

  #crossOut(path: string): void {
    this.#try(() => rmSync(path, { force: true }));
  }

  /** A disk that is full or read-only keeps no agent from its work: this is a second safety, beside the guard. */
  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#onTrouble(error);
      return undefined;
    }
  }
}

async function argumentsOf(pid: number): Promise<string> {
  try {
    return (await promisify(execFile)('ps', ['-o', 'args=', '-ww', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}

/** SIGTERM lets it end the command that it runs, too. */
async function endProcess(pid: number, clock: Clock): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!signalProcess(pid, signal) || (await hasEndedWithin(PATIENCE_MS, pid, clock))) return;
  }
}

const PATIENCE_MS = 2000;
