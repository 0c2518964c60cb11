// One file that grows: each time it is woken it reads what was appended, and nothing else. It never follows a link, never
// waits on a pipe, and starts over when the file is not the one that it was.
import { lstat, type FileHandle } from 'node:fs/promises';
import { type LineHandlers, LineSplitter, longestLine } from './lineSplitter.ts';
import { openPlainFile } from '../../../plainFile.ts';

export interface TailHandlers extends LineHandlers {
  /** The file was cut or replaced: its lines come again from the first. */
  onReset(): void;
  /** What is there is no plain file that may be read. Told once, until that changes. */
  onRefused(reason: string): void;
  /** A piece of the file has been given out. Nothing more is read before this resolves. */
  onPiece?(): Promise<void>;
}

export interface TailOptions {
  /** Where to begin; everything before has been read. */
  from?: number;
  /** The same, to be found out once there is a file. */
  findStart?(): Promise<number>;
  maxLineBytes?: number;
}

export class Tail {
  readonly path: string;
  readonly #handlers: TailHandlers;
  readonly #maxLineBytes: number;
  #findStart: (() => Promise<number>) | undefined;
  #lines: LineSplitter;
  /** How far the file has been read, which may be in the middle of a line. */
  #position: number;
  #bytesRead = 0;
  /** Kept open, so that no new file can have the old one's inode number. */
  #file: OpenFile | undefined;
  #wasGone = false;
  #refused: string | undefined;
  /** All rounds of reading so far, one after the other, and the last of them until it begins. */
  #rounds: Promise<void> = Promise.resolve();
  #awaited: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, handlers: TailHandlers, options: TailOptions = {}) {
    this.path = path;
    this.#handlers = handlers;
    this.#maxLineBytes = options.maxLineBytes ?? longestLine;
    this.#findStart = options.findStart;
    this.#position = options.from ?? 0;
    this.#lines = this.#newLines(this.#position);
  }

  /** Every line before this has been given out; another tail may go on from here. */
  get offset(): number {
    return this.#lines.lineStart;
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Reads what is there now; resolves once all of it has been given out. */
  read(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    // A round that has begun may already have passed what was appended just now.
    this.#awaited ??= this.#rounds = this.#rounds.then(() => {
      this.#awaited = undefined;
      return this.#readOnce();
    });
    return this.#awaited;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#rounds;
    await this.#release();
  }

  async #readOnce(): Promise<void> {
    try {
      if (this.#isClosed || !(await this.#open())) return;
      await this.#begin();
      await this.#readAppended();
    } catch (error) {
      this.#refuse(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
    }
  }

  /** Makes sure that the file now at the path is the one that is open, and that it holds what has been read of it. */
  async #open(): Promise<boolean> {
    const found = await lstat(this.path).catch(ifMissing);
    if (found === undefined) {
      this.#wasGone ||= this.#file !== undefined;
      await this.#release();
      return false;
    }
    if (!found.isFile()) {
      await this.#release();
      return this.#refuse(found.isSymbolicLink() ? 'it is a symbolic link' : 'it is not a plain file');
    }
    if (found.nlink > 1) {
      await this.#release();
      return this.#refuse('it is a hard link');
    }
    const isSame = this.#file?.inode === found.ino && this.#file.device === found.dev;
    const isReplaced = this.#wasGone || (this.#file !== undefined && !isSame) || found.size < this.#position;
    if (!isSame && !(await this.#openAnew())) return false;
    if (isReplaced && this.#position > 0) this.#startOver();
    return true;
  }

  async #openAnew(): Promise<boolean> {
    await this.#release();
    const handle = await openPlainFile(this.path);
    // Between the look and the opening, something else may have been put there.
    if (!handle) return this.#refuse('it is not a plain file');
    const status = await handle.stat();
    this.#file = { handle, inode: status.ino, device: status.dev };
    this.#wasGone = false;
    this.#refused = undefined;
    return true;
  }

  async #begin(): Promise<void> {
    const findStart = this.#findStart;
    if (!findStart) return;
    this.#position = await findStart();
    this.#lines = this.#newLines(this.#position);
    this.#findStart = undefined;
  }

  #startOver(): void {
    this.#position = 0;
    this.#lines = this.#newLines(0);
    this.#handlers.onReset();
  }

  async #readAppended(): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    while (!this.#isClosed && this.#file !== undefined) {
      const { bytesRead } = await this.#file.handle.read(chunk, 0, chunk.length, this.#position);
      if (bytesRead === 0 || this.#isClosed) return;
      this.#position += bytesRead;
      this.#bytesRead += bytesRead;
      this.#lines.push(chunk.subarray(0, bytesRead));
      await this.#handlers.onPiece?.();
      // A chunk that was not filled was the last.
      if (bytesRead < chunk.length) return;
    }
  }

  #refuse(reason: string): false {
    if (this.#refused !== reason) this.#handlers.onRefused(reason);
    this.#refused = reason;
    return false;
  }

  async #release(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.handle.close();
  }

  #newLines(from: number): LineSplitter {
    return new LineSplitter(this.#handlers, { from, maxLineBytes: this.#maxLineBytes });
  }
}

interface OpenFile {
  handle: FileHandle;
  inode: number;
  device: number;
}

const CHUNK_BYTES = 256 * 1024;

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
