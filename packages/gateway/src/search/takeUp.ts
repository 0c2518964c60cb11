// One pass over all transcripts: what was appended since the last one is read, once, and goes into the index; what is gone
// leaves it. What cannot be read is skipped and counted.
import type { IndexState } from '@beckon/protocol';
import { sep } from 'node:path';
import { type Fields, parseLine, textOf } from '../drivers/claude/transcript/fields.ts';
import type { SkippedFiles, TranscriptFile } from '../past/transcriptFiles.ts';
import { transcriptFiles } from '../past/transcriptFiles.ts';
import { Batch, type FileProgress, type FileState, forgetContent } from './batch.ts';
import { openReading, type ReadLine } from './fileReading.ts';
import type { IndexFile, IndexScope, Row } from './indexFile.ts';
import { docsOf } from './lineDocs.ts';
import { costsIn, costsSince, spentWith } from './spendingOf.ts';

export type PassProgress = Pick<IndexState, 'indexedBytes' | 'totalBytes' | 'skipped'>;
export interface PassOptions extends IndexScope {
  /** After every piece that was read and kept. */
  onProgress?: (progress: PassProgress) => void;
  /** How much text is written at once. */
  batchLength?: number;
}

export interface PassResult extends PassProgress {
  bytesRead: number;
}

export async function takeUp(index: IndexFile, options: PassOptions): Promise<PassResult> {
  const skipped: SkippedFiles = { folders: 0, files: 0 };
  const seen = new Set<number>();
  const changed: TranscriptFile[] = [];
  let totalBytes = 0;
  let unchangedBytes = 0;
  for await (const files of transcriptFiles(options.projects, { withSubagents: true, skipped })) {
    for (const file of files) {
      totalBytes += file.size;
      const row = index.get('SELECT * FROM files WHERE path = ?', file.path);
      if (row) seen.add(Number(row['id']));
      if (row && isUnchanged(row, file)) unchangedBytes += file.size;
      else changed.push(file);
    }
  }
  forgetGone(index, seen);
  const reading = new Reading(index, options);
  const told = () => ({
    indexedBytes: Math.min(totalBytes, unchangedBytes + reading.passedBytes),
    totalBytes,
    skipped: { folders: skipped.folders, files: skipped.files + reading.unreadable, lines: skippedLines(index) },
  });
  reading.onKept = () => options.onProgress?.(told());
  for (const file of changed) reading.read(file);
  reading.end();
  return { ...told(), bytesRead: reading.bytesRead };
}

function isUnchanged(row: Row, { inode, size, mtimeMs }: TranscriptFile): boolean {
  return row['inode'] === inode && row['size'] === size && row['mtime'] === mtimeMs;
}

function forgetGone(index: IndexFile, seen: ReadonlySet<number>): void {
  for (const row of index.all('SELECT id FROM files')) {
    const id = Number(row['id']);
    if (seen.has(id)) continue;
    index.together(() => {
      forgetContent(index, id);
      index.run('DELETE FROM files WHERE id = ?', id);
    });
  }
}

function skippedLines(index: IndexFile): number {
  return Number(index.get('SELECT sum(skipped) AS lines FROM files')?.['lines'] ?? 0);
}

class Reading {
  readonly #index: IndexFile;
  readonly #batch: Batch;
  /** Where nothing is left out it does not matter if a line's folder is taken from the one before it. */
  readonly #leavesOutNothing: boolean;
  readonly #isLeftOut: (cwd: string | undefined) => boolean;
  onKept: () => void = () => undefined;
  bytesRead = 0;
  /** Of files that have been dealt with, read or not. */
  passedBytes = 0;
  unreadable = 0;

  constructor(index: IndexFile, { leftOut, batchLength }: PassOptions) {
    this.#index = index;
    this.#batch = new Batch(index, batchLength);
    this.#leavesOutNothing = leftOut.length === 0;
    this.#isLeftOut = (cwd) => cwd !== undefined && leftOut.some((folder) => isWithin(folder, cwd));
  }

  read(file: TranscriptFile): void {
    const row = this.#rowOf(file);
    const known = { offset: Number(row['offset']), mark: String(row['mark']) };
    const reading = openReading(file.path, Number(row['inode']) === file.inode ? known : undefined);
    if (!reading) {
      this.unreadable += 1;
      this.passedBytes += file.size;
      return;
    }
    const { isAnew } = reading;
    if (isAnew) this.#batch.begins(Number(row['id']));
    const progress: FileProgress = {
      id: Number(row['id']),
      inode: reading.inode,
      size: reading.size,
      mtimeMs: file.mtimeMs,
      offset: reading.offset,
      mark: '',
      skipped: isAnew ? 0 : Number(row['skipped']),
      state: isAnew ? { at: 0, costs: {} } : (JSON.parse(String(row['state'])) as FileState),
    };
    const keep = (isWhole: boolean) => {
      // A file of which a part is missing is one that has changed.
      this.#batch.progress({
        ...progress,
        offset: reading.offset,
        mark: reading.mark(),
        ...(!isWhole && { mtimeMs: 0 }),
        state: { ...progress.state },
      });
    };
    try {
      const onLine = (line: ReadLine) => this.#take(line, progress, file.agentId !== undefined);
      const onSkipped = () => void (progress.skipped += 1);
      while (reading.next(onLine, onSkipped)) {
        if (!this.#batch.isFull) continue;
        keep(false);
        this.#write();
      }
      keep(true);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      this.unreadable += 1;
      keep(false);
    } finally {
      this.bytesRead += reading.bytesRead;
      this.passedBytes += file.size;
      reading.close();
    }
    if (this.#batch.isFull) this.#write();
  }

  end(): void {
    this.#write();
  }

  #write(): void {
    this.#batch.write();
    this.onKept();
  }

  #rowOf(file: TranscriptFile): Row {
    const find = () => this.#index.get('SELECT * FROM files WHERE path = ?', file.path);
    const found = find();
    if (found) return found;
    this.#index.run(
      "INSERT INTO files (path, session, agent, inode, size, mtime, offset, mark, skipped, state) VALUES (?, ?, ?, 0, 0, 0, 0, '', 0, '{}')",
      file.path,
      file.sessionId,
      file.agentId ?? null,
    );
    return find() ?? {};
  }

  #take({ text, offset, size }: ReadLine, progress: FileProgress, isSubagent: boolean): void {
    // Much of a transcript is the CLI's own records of its requests.
    if (text.startsWith('{"type":"api-request')) return;
    const line = this.#parse(text);
    if (line === undefined) return void (progress.skipped += 1);
    const { state, id: file } = progress;
    state.at = timeOf(line) ?? state.at;
    const cwd = textOf(line['cwd'])?.slice(0, 4096) ?? state.cwd;
    if (cwd !== undefined) state.cwd = cwd;
    if (this.#isLeftOut(cwd)) return;
    const { at } = state;
    for (const [part, doc] of docsOf(line, isSubagent).entries()) {
      this.#batch.add({ ...doc, file, at, cwd, offset, size, part });
      if (doc.kind === 'prompt') state.firstPrompt ??= titleFrom(doc.text);
    }
    this.#takeSpending(line, { file, at, cwd, state });
    takeTitle(line, state);
  }

  /**
   * The CLI writes what came of a call twice, and the second time it is not looked at: a line that can do without that is
   * parsed up to there. Quotes within a text have a backslash before them, so that no text looks like the name of a field.
   */
  #parse(text: string): Fields | undefined {
    const end = this.#leavesOutNothing ? text.indexOf(',"toolUseResult":') : -1;
    const line = end === -1 ? undefined : parseLine(`${text.slice(0, end)}}`);
    return line?.['type'] === 'user' && line['timestamp'] !== undefined ? line : parseLine(text);
  }

  #takeSpending(line: Fields, { state, ...where }: Where): void {
    const spent = spentWith(line);
    if (spent) this.#batch.spent({ ...where, ...spent });
    const costs = costsIn(line);
    if (!costs) return;
    this.#batch.cost({ ...where, costs: costsSince(state.costs, costs) });
    state.costs = costs;
  }
}

interface Where {
  file: number;
  at: number;
  cwd: string | undefined;
  state: FileState;
}

function takeTitle(line: Fields, state: FileState): void {
  const [given, agents] = [textOf(line['customTitle']), textOf(line['aiTitle']) ?? textOf(line['summary'])];
  if (line['type'] === 'custom-title' && given) state.givenTitle = titleFrom(given);
  if ((line['type'] === 'ai-title' || line['type'] === 'summary') && agents) state.agentTitle = titleFrom(agents);
}

function titleFrom(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 120);
}

function timeOf(line: Fields): number | undefined {
  const at = Date.parse(textOf(line['timestamp']) ?? '');
  return Number.isNaN(at) || at < 0 ? undefined : at;
}

export function isWithin(folder: string, path: string): boolean {
  const above = folder.endsWith(sep) ? folder : `${folder}${sep}`;
  return path === folder || path.startsWith(above);
}

/** The file's fault, and not the index's: it goes on with the next. */
function isOfFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
