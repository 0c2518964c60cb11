// Places in a transcript at which reading may begin. Those at prompts are found from the end of the file, with nothing read
// before them.
import { linesBefore } from './linesBefore.ts';
import { promptedAt, type ReaderState, readerAtPrompt } from './reader.ts';

/** A line at which reading may begin, and what a reader must know to begin there. */
export interface Mark {
  offset: number;
  state: ReaderState;
  /** It was found from the end of the file: how the turn before it ended is told by whoever reads that. */
  isFromEnd?: boolean;
}

/** Where the newest part of a long transcript begins; undefined for a short one. */
export function newestPart(path: string): Promise<Mark | undefined> {
  return promptBefore(path);
}

/**
 * The nearest prompt that has at least so many bytes between it and this place, or the end of the file. Undefined where the
 * file begins before there is one.
 */
export async function promptBefore(path: string, before?: number, leastBytes = PART_BYTES): Promise<Mark | undefined> {
  let bytesPassed = 0;
  for await (const { bytes, start } of linesBefore(path, before)) {
    bytesPassed += bytes.length;
    if (start === 0) return undefined;
    // Most lines are long results of tools: they are told by their bytes, and nothing of them is parsed.
    const mayBePrompt =
      bytesPassed >= leastBytes && bytes.includes('"type":"user"') && !bytes.includes('"tool_result"');
    const at = mayBePrompt ? promptedAt(bytes.toString('utf8')) : undefined;
    if (at !== undefined) return { offset: start, state: readerAtPrompt(at), isFromEnd: true };
  }
  return undefined;
}

/** About as much as a person scrolls through, and read in a few milliseconds. */
const PART_BYTES = 1024 * 1024;
