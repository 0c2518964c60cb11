// Tells which names in a folder change. The folder may not be there yet: then its nearest parent is watched until it is.
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** `name` is undefined where anything may have changed: when watching begins, or begins again. */
export type OnChange = (name: string | undefined) => void;

export class FolderWatch {
  readonly #folder: string;
  readonly #onChange: OnChange;
  #watcher: FSWatcher | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(folder: string, onChange: OnChange) {
    this.#folder = folder;
    this.#onChange = onChange;
    this.#begin();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#watcher?.close();
  }

  #begin(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    if (this.#isClosed) return;
    if (!this.#watchFolder()) this.#watchParent();
    this.#onChange(undefined);
  }

  #watchFolder(): boolean {
    const itself = basename(this.#folder);
    return this.#watch(this.#folder, (name) => {
      // A folder that is removed, or moved away, says so under its own name; its watcher is dead then.
      if (name === itself) this.#begin();
      else this.#onChange(name);
    });
  }

  #watchParent(): void {
    let missing = this.#folder;
    for (let parent = dirname(missing); ; parent = dirname(missing)) {
      const awaited = basename(missing);
      const own = basename(parent);
      const isWatched = this.#watch(parent, (name) => {
        if (name === undefined || name === awaited || name === own) this.#begin();
      });
      if (isWatched) {
        // It may have been made between the two looks.
        if (this.#watchFolderInstead()) return;
        return;
      }
      if (parent === missing) return this.#tryLater();
      missing = parent;
    }
  }

  #watchFolderInstead(): boolean {
    const waiting = this.#watcher;
    this.#watcher = undefined;
    if (this.#watchFolder()) {
      waiting?.close();
      return true;
    }
    this.#watcher = waiting;
    return false;
  }

  #watch(folder: string, onName: (name: string | undefined) => void): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => onName(name ?? undefined));
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
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#begin(), RETRY_MS).unref();
  }
}

const RETRY_MS = 1000;
