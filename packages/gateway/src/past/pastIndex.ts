// What transcripts are about, kept in a file of Beckon's own, so that a list reads only those that have changed. It can be
// thrown away: whatever it lacks is read again. Lines are only ever added; where one file has several, the last counts.
import { chmod, open, readFile, rename, writeFile } from 'node:fs/promises';
import { setImmediate as nextRound } from 'node:timers/promises';
import { SessionId, Timestamp } from '@beckon/protocol';
import { z } from 'zod';
import { TranscriptSummary } from '../drivers/claude/transcript/summary.ts';
import { ShortTurn } from './shortTurn.ts';
import type { TranscriptFile } from './transcriptFiles.ts';

const IndexLine = z.union([
  z.object({
    path: z.string(),
    size: z.number(),
    mtimeMs: z.number(),
    inode: z.number(),
    /** Absent for one in which nobody has said anything. */
    summary: TranscriptSummary.optional(),
  }),
  /** A conversation that was in Beckon, and since when: the agent does not keep that. */
  z.object({ inBeckon: SessionId, at: Timestamp }),
]);
type IndexLine = z.infer<typeof IndexLine>;
type Entry = Extract<IndexLine, { path: string }>;

export interface PastIndexOptions {
  /** Without it, what is found out is kept in memory alone. */
  path?: string | undefined;
  read(file: TranscriptFile): Promise<TranscriptSummary | undefined>;
  onTrouble(error: unknown): void;
}

export class PastIndex {
  readonly #options: PastIndexOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #inBeckon = new Map<SessionId, number>();
  #loaded: Promise<void> | undefined;
  #unwritten: IndexLine[] = [];
  #linesInFile = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PastIndexOptions) {
    this.#options = options;
  }

  load(): Promise<void> {
    return (this.#loaded ??= this.#load());
  }

  /** From here where the file is as it was, else from the file. */
  async summary(file: TranscriptFile): Promise<TranscriptSummary | undefined> {
    await this.load();
    const known = this.#entries.get(file.path);
    if (known && isSame(known, file)) return known.summary;
    const summary = await this.#options.read(file);
    const { path, size, mtimeMs, inode } = file;
    const entry = { path, size, mtimeMs, inode, ...(summary && { summary }) };
    this.#entries.set(path, entry);
    this.#unwritten.push(entry);
    return summary;
  }

  /** Since when it was in Beckon; undefined where it was not, or that was forgotten. */
  inBeckonSince(id: SessionId): number | undefined {
    return this.#inBeckon.get(id);
  }

  noteInBeckon(id: SessionId, at: number): void {
    if (this.#inBeckon.get(id) === at) return;
    this.#inBeckon.set(id, at);
    this.#unwritten.push({ inBeckon: id, at });
  }

  /** Forgets files that are not there any more. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#entries.keys()) if (!paths.has(path)) this.#entries.delete(path);
  }

  /** Writes what has been found out. Where that cannot be done, it is found out again another time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch((error: unknown) => this.#options.onTrouble(error));
    return this.#writing;
  }

  async #load(): Promise<void> {
    const { path } = this.#options;
    const text = path === undefined ? '' : await readFile(path, 'utf8').catch(() => '');
    const turn = new ShortTurn();
    for (let start = 0; start < text.length;) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline;
      if (end > start) this.#take(text.slice(start, end));
      start = end + 1;
      if (turn.isOver) {
        await nextRound();
        turn.begin();
      }
    }
  }

  /** A line that makes no sense is one less: what it told is found out again. */
  #take(text: string): void {
    this.#linesInFile += 1;
    let line: IndexLine | undefined;
    try {
      line = IndexLine.safeParse(JSON.parse(text)).data;
    } catch {
      return;
    }
    if (!line) return;
    if ('inBeckon' in line) this.#inBeckon.set(line.inBeckon, line.at);
    else this.#entries.set(line.path, line);
  }

  async #write(): Promise<void> {
    const { path } = this.#options;
    await this.load();
    const lines = this.#unwritten.splice(0);
    if (path === undefined || lines.length === 0) return;
    const isCrowded = this.#linesInFile > 2 * (this.#entries.size + this.#inBeckon.size) + FEW_LINES;
    if (isCrowded) return this.#writeAnew(path);
    const file = await open(path, 'a', 0o600);
    try {
      // A line that was cut by a full disk ends before the first of these.
      await file.appendFile(`\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
      this.#linesInFile += lines.length;
    } finally {
      await file.close();
    }
  }

  async #writeAnew(path: string): Promise<void> {
    const lines = [...this.#entries.values(), ...Array.from(this.#inBeckon, ([inBeckon, at]) => ({ inBeckon, at }))];
    await writeFile(`${path}.new`, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`, { mode: 0o600 });
    await chmod(`${path}.new`, 0o600);
    await rename(`${path}.new`, path);
    this.#linesInFile = lines.length;
  }
}

const FEW_LINES = 100;

function isSame(entry: Entry, { size, mtimeMs, inode }: TranscriptFile): boolean {
  return entry.size === size && entry.mtimeMs === mtimeMs && entry.inode === inode;
}
