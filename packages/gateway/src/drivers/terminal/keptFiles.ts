// The small files that hooks, the command line and the next gateway read. What happens now does not depend on them: where
// one cannot be written or removed that is reported, and done later.
import { rmSync } from 'node:fs';
import { BeckonError } from '@beckon/protocol';
import { cannotStart, isRefusal, refusalSentence } from './refusal.ts';
import { replaceFile } from './replaceFile.ts';

/** `undefined` for one that is to be gone. */
type Content = { text: string; mode: number } | undefined;

interface Unwritten {
  content: Content;
  why: NodeJS.ErrnoException;
}

export class KeptFiles {
  readonly #onTrouble: (error: BeckonError) => void;
  readonly #unwritten = new Map<string, Unwritten>();
  readonly #tellAllWritten: (() => void)[] = [];

  /** Told once of a disk that takes nothing, until everything has been written. */
  constructor(onTrouble: (error: BeckonError) => void) {
    this.#onTrouble = onTrouble;
  }

  replace(path: string, text: string, mode: number): void {
    this.#write(path, { text, mode });
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    this.#write(path, undefined);
  }

  /** Tries again. To be called now and then, and for the last time at the end. */
  writeUnwritten(): void {
    for (const [path, { content }] of this.#unwritten) this.#write(path, content);
  }

  /** Resolves when nothing is left to write. */
  allWritten(): Promise<void> {
    if (this.#unwritten.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#tellAllWritten.push(resolve));
  }

  /** For a terminal that is not to be started without these files. */
  requireWritten(paths: readonly string[]): void {
    for (const path of paths) {
      const why = this.#unwritten.get(path)?.why;
      if (why) throw cannotStart(why);
    }
  }

  #write(path: string, content: Content): void {
    const wasSound = this.#unwritten.size === 0;
    try {
      if (content) replaceFile(path, content.text, content.mode);
      else rmSync(path, { recursive: true, force: true });
    } catch (why) {
      if (!isRefusal(why)) throw why;
      this.#unwritten.set(path, { content, why });
      if (wasSound) this.#onTrouble(trouble(why));
      return;
    }
    this.#unwritten.delete(path);
    if (this.#unwritten.size === 0) for (const tell of this.#tellAllWritten.splice(0)) tell();
  }
}

function trouble(cause: NodeJS.ErrnoException): BeckonError {
  const meanwhile =
    'Sessions in terminals go on; what the next start must know of them is written as soon as it can be.';
  return new BeckonError('store_unavailable', `${refusalSentence(cause)} ${meanwhile}`, { cause });
}
