// The lines of a transcript from the last to the first, read in slices: whoever looks for something near the end reads no more
// than that, however long the file is.
import { longestLine } from './lineSplitter.ts';
import { openPlainFile } from '../../../plainFile.ts';

export interface EarlierLine {
  /** To be read before the next line is asked for: then others may stand there. */
  bytes: Buffer;
  /** Where it begins in the file. */
  start: number;
  /** False for the last, where no line break has come after it. */
  isEnded: boolean;
}

/**
 * Those that begin before this place, or all, but for those that are too long to be held. None for a file that is not there;
 * rejects where it cannot be read.
 */
export async function* linesBefore(path: string, before = Number.POSITIVE_INFINITY): AsyncGenerator<EarlierLine> {
  const file = await openPlainFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  if (!file) throw new Error(`${path} is no plain file of its own`);
  try {
    let position = Math.min(before, (await file.stat()).size);
    const line = new LineEnd();
    const held = Buffer.allocUnsafe(Math.min(SLICE_BYTES, position));
    while (position > 0) {
      const slice = held.subarray(0, Math.min(held.length, position));
      const { bytesRead } = await file.read(slice, 0, slice.length, position - slice.length);
      // It was cut meanwhile.
      if (bytesRead < slice.length) return;
      position -= slice.length;
      let end = slice.length;
      for (let newline = lastNewline(slice, end); newline !== -1; newline = lastNewline(slice, end)) {
        const found = line.begin(slice.subarray(newline + 1, end), position + newline + 1);
        if (found) yield found;
        end = newline;
      }
      line.put(Buffer.from(slice.subarray(0, end)));
    }
    const first = line.begin(Buffer.alloc(0), 0);
    if (first) yield first;
  } finally {
    await file.close();
  }
}

/** The end of a line whose beginning has not come. */
class LineEnd {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isEnded = false;

  put(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > longestLine) this.#pieces = [];
    else this.#pieces.unshift(piece);
  }

  /** The line, now that its beginning is there. Undefined for one that is empty or too long. */
  begin(piece: Buffer, start: number): EarlierLine | undefined {
    this.put(piece);
    const isEnded = this.#isEnded;
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    this.#isEnded = true;
    return bytes.length > 0 ? { bytes, start, isEnded } : undefined;
  }
}

function lastNewline(slice: Buffer, end: number): number {
  return end === 0 ? -1 : slice.lastIndexOf(NEWLINE, end - 1);
}

const NEWLINE = 10;
const SLICE_BYTES = 256 * 1024;
