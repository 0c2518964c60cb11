// The files of a folder that its commands name: what a hook's script says counts as much as the hook's own line. Every word of
// a command that leads to a file of the folder counts, whatever the command does with it, and so do files that it runs
// without naming them in full. What such a file runs in its turn is not followed, and where that is to be expected, it is said.
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { type FileHandle, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, normalize, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openPlainFile } from '../../../plainFile.ts';
import { foldersUp } from './claudeTrust.ts';
import { codeOf, contentDigest, identityOf } from './readCarefully.ts';
import { wordsOf } from './commandWords.ts';
import { globMatcher } from './glob.ts';
import { runWords, type RunWords } from './runWords.ts';

export interface NamedFile {
  path: string;
  /** Stands for its content, and shows it where it is short. */
  text: string;
}

/** Of a command, so much is looked at. */
const mostCharacters = 64_000;
const mostWords = 2000;
/** So many of them are run, as far as can be told. */
const mostTargets = 200;
/** A command goes to so many folders. */
const mostFolders = 20;
/** So often it is looked whether a word names something. */
const mostLooks = 5000;
/** A script of this size is shown: its person can judge it. */
const mostShown = 4000;
/** So much is read of all files together; what is beyond counts by its size and the time of its last change. */
const mostBytes = 16_000_000;
const mostBytesOfOne = 4_000_000;

/** So many patterns of a command are followed, to so many files each. */
const mostPatterns = 20;
const mostMatches = 100;
/** Of a folder that a pattern is looked for in. */
const mostNames = 5000;
/** So many of them are held against a pattern without a look at anything else. */
const namesAtOnce = 200;

export class NamedFiles {
  readonly #folders: string[];
  /** What was looked at before, whichever command named it. */
  readonly #looks = new Map<string, Stats | undefined>();
  readonly #found = new Set<string>();
  #bytesLeft = mostBytes;
  #isIncomplete = false;

  /** `root` is the repository that the folder is in. */
  constructor(folder: string, root: string | undefined) {
    this.#folders = root === undefined ? [folder] : [folder, root];
  }

  /** Whether there was more than is looked at. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Those that no command before has named. `saidIn` is the file that the command stands in. */
  async of(command: string, saidIn: string): Promise<{ files: NamedFile[]; doubts: string[] }> {
    // There may be thousands of commands.
    await setImmediate();
    const text = command.slice(0, mostCharacters);
    if (command.length > mostCharacters) this.#isIncomplete = true;
    const starts = this.#startsFor(saidIn);
    const found = runWords(text);
    const run = { ...found, targets: this.#most(mostTargets, distinct(found.targets)) };
    const matching = await this.#matching(run.patterns, starts);
    const spellings = run.targets.flatMap((target) => target.spellings);
    const words = this.#most(mostWords, [
      ...new Set([...wordsOf(text), ...run.words, ...spellings, ...matching.files]),
    ]);
    const first = await this.#named(words, { from: starts, within: starts });
    // A command may go to a folder first, and name its files from there.
    const folders = this.#most(mostFolders, first.folders);
    const further = await this.#named(words, { from: folders, within: starts });
    const files: NamedFile[] = [];
    for (const path of [...first.files, ...further.files]) {
      if (this.#found.has(path)) continue;
      this.#found.add(path);
      files.push({ path, text: await this.#textFor(path) });
    }
    const named = [...first.files, ...further.files];
    const byName = new Map<string, Set<string>>();
    for (const path of named) byName.set(basename(path), (byName.get(basename(path)) ?? new Set()).add(path));
    const isThere = (spelling: string) => {
      const end = normalize(spelling);
      return [...(byName.get(basename(end)) ?? [])].some((path) => `/${path}`.endsWith(`/${end}`));
    };
    const missing = run.targets.filter((target) => !isElsewhere(target.name) && !target.spellings.some(isThere));
    const notFound = missing.map(({ name }) => `names “${name}”, which is not there now`);
    return { files, doubts: [...new Set([...run.doubts, ...matching.doubts, ...notFound])] };
  }

  /** The files that patterns stand for, where only the last part of the path is one. */
  async #matching(patterns: readonly string[], starts: readonly string[]) {
    const found = { files: [] as string[], doubts: [] as string[] };
    for (const pattern of this.#most(mostPatterns, [...new Set(patterns)])) {
      const [folder, last] = [dirname(pattern), basename(pattern)];
      const matches = /[*?[\\]/.test(folder) ? undefined : globMatcher(last);
      if (!matches) found.doubts.push(`the pattern “${pattern}” is not followed`);
      else {
        for (const start of starts) {
          const names = this.#most(mostNames, await readdir(resolve(start, folder)).catch(() => []));
          const fitting: string[] = [];
          for (const [index, name] of names.entries()) {
            if (matches(name)) fitting.push(name);
            if (index % namesAtOnce === 0) await setImmediate();
          }
          fitting.sort((a, b) => (a < b ? -1 : 1));
          found.files.push(...this.#most(mostMatches, fitting).map((name) => resolve(start, folder, name)));
        }
      }
    }
    return found;
  }

  /** Stands for the content of a file, and shows it where it is short. */
  async content(path: string): Promise<string> {
    this.#found.add(path);
    return this.#textFor(path);
  }

  async #named(words: readonly string[], { from, within }: Record<'from' | 'within', readonly string[]>) {
    const named = { files: [] as string[], folders: [] as string[] };
    for (const start of from) {
      for (const word of words) {
        const path = resolve(start, word);
        if (!within.some((folder) => path.startsWith(`${folder}${sep}`))) continue;
        const found = await this.#look(path);
        if (found) (found.isDirectory() ? named.folders : named.files).push(path);
      }
    }
    return named;
  }

  /** The folder itself, its repository, and each folder from the file up to there: a plugin's commands begin at its own. */
  #startsFor(saidIn: string): string[] {
    const place = dirname(saidIn);
    const top = this.#folders.findLast((folder) => `${place}${sep}`.startsWith(`${folder}${sep}`));
    const own = top === undefined ? [place, dirname(place)] : foldersUp(place, top);
    return [...new Set([...this.#folders, ...own])].filter((folder) => folder !== sep);
  }

  #most<T>(count: number, all: readonly T[]): readonly T[] {
    if (all.length > count) this.#isIncomplete = true;
    return all.slice(0, count);
  }

  async #look(path: string): Promise<Stats | undefined> {
    if (this.#looks.has(path)) return this.#looks.get(path);
    if (this.#looks.size >= mostLooks) {
      this.#isIncomplete = true;
      return undefined;
    }
    const found = await stat(path).catch(() => undefined);
    this.#looks.set(path, found);
    return found;
  }

  async #textFor(path: string): Promise<string> {
    try {
      const real = await realpath(path);
      // Where a link leads may be a secret: the folder's own files are shown, and nothing else.
      if (real !== path) return `a link to ${real}: ${await this.#digest(real)}`;
      return await this.#digest(real, mostShown);
    } catch (error) {
      return `cannot be opened (${codeOf(error)})`;
    }
  }

  /** Stands for the content; with that itself, where it is a text of at most so many bytes. */
  async #digest(path: string, shownBytes = 0): Promise<string> {
    const found = await stat(path);
    if (!found.isFile()) return `no plain file (${identityOf(found)})`;
    const file = await openPlainFile(path);
    if (!file) return `a file with another name, too (${identityOf(found)})`;
    try {
      const { size } = await file.stat();
      const most = Math.min(mostBytesOfOne, this.#bytesLeft);
      this.#bytesLeft -= Math.min(size, most);
      const digest = `${size} bytes, ${await contentDigest(file, most)}`;
      return size <= shownBytes ? `${digest}\n${await contentOf(file, size)}`.trimEnd() : digest;
    } finally {
      await file.close();
    }
  }
}

/** A module and a file of the same name are spelled in different ways. */
function distinct(targets: RunWords['targets']): RunWords['targets'] {
  return [...new Map(targets.map((target) => [`${target.spellings.length} ${target.name}`, target])).values()];
}

/** Of the machine, and of no folder. */
function isElsewhere(name: string): boolean {
  return name.startsWith('/') || name.startsWith('~') || /^[a-z]+:/.test(name);
}

/** Empty where it is no text. */
async function contentOf(file: FileHandle, size: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  const content = buffer.subarray(0, bytesRead);
  return isUtf8(content) ? content.toString('utf8') : '';
}
