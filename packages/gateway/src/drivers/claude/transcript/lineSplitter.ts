// Bytes into lines, as they come: a line is given out once its end is there, and one that is too long is let go of while
// it still arrives, so that no file can make the gateway hold more than `maxLineBytes`.

export interface LineHandlers {
  /** `end` is the offset right behind the line, where reading may go on; `bytes` is the length of what stands on it. */
  onLine(text: string, end: number, bytes: number): void;
  /** A line was too long to be read. */
  onSkipped(bytes: number, end: number): void;
}

export class LineSplitter {
  readonly #handlers: LineHandlers;
  readonly #maxLineBytes: number;
  /** The beginning of a line whose end has not come; empty while one is being skipped. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** Of the bytes that came, right behind the last line that ended. */
  #lineStart: number;

  constructor(handlers: LineHandlers, { from, maxLineBytes }: { from: number; maxLineBytes: number }) {
    this.#handlers = handlers;
    this.#maxLineBytes = maxLineBytes;
    this.#lineStart = from;
  }

  /** Up to here all lines were given out. */
  get lineStart(): number {
    return this.#lineStart;
  }

  /** The chunk may be overwritten afterwards. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #endLine(rest: Buffer): void {
    const bytes = this.#begunBytes + rest.length;
    const begun = this.#begun;
    this.#begun = [];
    this.#begunBytes = 0;
    this.#lineStart += bytes + 1;
    if (bytes > this.#maxLineBytes) this.#handlers.onSkipped(bytes, this.#lineStart);
    else if (bytes > 0) {
      const line = begun.length > 0 ? Buffer.concat([...begun, rest]) : rest;
      this.#handlers.onLine(line.toString('utf8'), this.#lineStart, bytes);
    }
  }

  #keep(rest: Buffer): void {
    this.#begunBytes += rest.length;
    if (this.#begunBytes > this.#maxLineBytes) this.#begun = [];
    else this.#begun.push(Buffer.from(rest));
  }
}

const NEWLINE = 10;
/** The longest lines that the CLI writes hold images; the API takes no request above 32 MB. */
export const longestLine = 64 * 1024 * 1024;
