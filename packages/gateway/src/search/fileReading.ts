// One transcript, as far as the index has not read it yet: its complete lines, in pieces, and how to notice that it is not the
// file that it was.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { LineSplitter } from '../drivers/claude/transcript/lineSplitter.ts';
import { openPlainFileSync } from '../plainFile.ts';

/** Longer lines are pictures and documents for the most part, and are skipped. */
const longestIndexedLine = 8 * 1024 * 1024;

export interface ReadLine {
  text: string;
  offset: number;
  size: number;
}

export interface FileReading {
  /** It begins with the first line: nothing was read of it before, or it is not the file that it was. */
  isAnew: boolean;
  size: number;
  inode: number;
  /** Reads the next piece; false at the end of the file. */
  next(onLine: (line: ReadLine) => void, onSkipped: () => void): boolean;
  /** Up to here all lines were given out. */
  readonly offset: number;
  /** Of the beginning of the file, and of what stands right before `offset`. */
  mark(): string;
  readonly bytesRead: number;
  close(): void;
}

/** Undefined for what is no plain file, or cannot be opened. With `from`, goes on there where the mark is still right. */
export function openReading(path: string, from?: { offset: number; mark: string }): FileReading | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  const { size, ino } = fstatSync(file);
  const isSame = from !== undefined && size >= from.offset && markOf(file, from.offset) === from.mark;
  const start = isSame ? from.offset : 0;
  let position = start;
  let bytesRead = from ? 2 * markBytes : 0;
  let handlers: { onLine(line: ReadLine): void; onSkipped(): void } | undefined;
  const lines = new LineSplitter(
    {
      onLine: (text, end, bytes) => handlers?.onLine({ text, offset: end - 1 - bytes, size: bytes }),
      onSkipped: () => handlers?.onSkipped(),
    },
    { from: start, maxLineBytes: longestIndexedLine },
  );
  return {
    isAnew: !isSame,
    size,
    inode: ino,
    get bytesRead() {
      return bytesRead;
    },
    next(onLine, onSkipped) {
      handlers = { onLine, onSkipped };
      const count = readSync(file, chunk, 0, chunk.length, position);
      if (count === 0) return false;
      position += count;
      bytesRead += count;
      lines.push(chunk.subarray(0, count));
      return true;
    },
    get offset() {
      return lines.lineStart;
    },
    mark: () => markOf(file, lines.lineStart),
    close: () => closeSync(file),
  };
}

/** One line of a transcript that was read before; undefined where it is not there any more. */
export function readLineAt(path: string, { offset, size }: Omit<ReadLine, 'text'>): string | undefined {
  const file = opened(path);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.allocUnsafe(size);
    return readSync(file, bytes, 0, size, offset) === size ? bytes.toString('utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number | undefined {
  try {
    return openPlainFileSync(path);
  } catch {
    return undefined;
  }
}

/** One process reads one file at a time. */
const chunk = Buffer.allocUnsafe(1024 * 1024);
const markBytes = 256;

function markOf(file: number, offset: number): string {
  const bytes = Buffer.alloc(markBytes);
  const hash = createHash('sha256');
  for (const start of [0, Math.max(0, offset - markBytes)]) {
    const count = readSync(file, bytes, 0, Math.min(markBytes, offset - start), start);
    hash.update(bytes.subarray(0, count));
  }
  return hash.digest('base64').slice(0, 22);
}
