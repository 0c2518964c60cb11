// Tells whether anything has changed below a folder of folders since somebody looked, so that nobody need look again: a look asks
// the system about every file. Costs nothing while nothing changes.
import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';

export class FolderEyes {
  readonly #root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  #isBlind = false;
  #hasChanged = true;
  #lookedAt = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Where that cannot be told, everything may have. On some disks others write unseen: after a while, too. */
  get hasChanged(): boolean {
    return this.#isBlind || this.#hasChanged || performance.now() - this.#lookedAt > LONGEST_TRUST_MS;
  }

  /** To be called before a look: what changes during it counts as changed. */
  beginLook(): void {
    this.#hasChanged = false;
    this.#lookedAt = performance.now();
    this.#watch(this.#root);
  }

  /** With the files that were found: their folders are watched from now on. */
  endLook(paths: Iterable<string>): void {
    const folders = new Set([this.#root]);
    for (const path of paths) folders.add(dirname(path));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) this.#watch(folder);
  }

  change(): void {
    this.#hasChanged = true;
  }

  close(): void {
    this.#isBlind = true;
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(folder: string): void {
    if (this.#isBlind || this.#watchers.has(folder)) return;
    if (this.#watchers.size >= MOST_FOLDERS) return this.close();
    try {
      const watcher = watch(folder, { persistent: false }, () => this.change());
      watcher.on('error', () => this.close());
      this.#watchers.set(folder, watcher);
      // What has happened to it before is unknown.
      if (folder !== this.#root) this.change();
    } catch (error) {
      // Where there is none yet, whoever looks the next time finds out.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') this.change();
      else this.close();
    }
  }
}

/** Systems allow some thousands for all of a person's programs together. */
const MOST_FOLDERS = 1000;
const LONGEST_TRUST_MS = 10_000;
