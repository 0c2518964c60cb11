// Tells which names in a folder change. The folder may not be there yet: then its nearest parent is watched until it is.
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../../clock.ts';
import { systemClock } from '../../../clock.ts';

/** `name` is undefined where anything may have changed: when watching begins, or begins again. */
export type OnChange = (name: string | undefined) => void;

export class FolderWatch {
  readonly #folder: string;
  readonly #onChange: OnChange;
  #watcher: FSWatcher | undefined;
  readonly #clock: Clock;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  constructor(folder: string, onChange: OnChange, clock = systemClock) {
    this.#clock = clock;
    this.#folder = folder;
    this.#onChange = onChange;
    this.#begin();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
    this.#watcher?.close();
  }

  #begin(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.#isClosed) return;
    this.#watchNearest();
    this.#onChange(undefined);
  }

  #watchNearest(): void {
    let awaited: string | undefined;
    for (let folder = this.#folder; ; folder = dirname(folder)) {
      if (this.#watch(folder, awaited)) {
        if (awaited === undefined || !existsSync(join(folder, awaited))) return;
        // It was made between the two looks.
        this.#watcher?.close();
        return this.#watchNearest();
      }
      if (this.#cancelRetry !== undefined || folder === dirname(folder)) return;
      awaited = basename(folder);
    }
  }

  /** Watches the folder itself, or one above it for the next one down. False where it is not there. */
  #watch(folder: string, awaited: string | undefined): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, changed) => {
        const name = changed ?? undefined;
        // A folder that is removed or moved away says so under its own name; its watcher is dead then.
        if (name === basename(folder) || (awaited !== undefined && (name ?? awaited) === awaited)) this.#begin();
        else if (awaited === undefined) this.#onChange(name);
      });
      watcher.on('error', () => this.#tryLater());
      this.#watcher = watcher;
      return true;
    } catch (error) {
      // Too many watchers on this machine is no reason to stop: then it is looked at now and again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#tryLater();
      return false;
    }
  }

  #tryLater(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.#clock.after(RETRY_MS, () => {
      this.#cancelRetry = undefined;
      this.#begin();
    });
  }
}

const RETRY_MS = 1000;
