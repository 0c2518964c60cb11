// Places in a transcript at which reading may begin, found from the end of the file. What stands before a prompt need not be
// known; of what stands before a place within a turn, as little as can be is read.
import { type EarlierLine, linesBefore } from './linesBefore.ts';
import { promptedAt, type ReaderState, readerAtPrompt } from './reader.ts';
import { WithinTurn } from './withinTurn.ts';

/** A line at which reading may begin, and what a reader must know to begin there. */
export interface Mark {
  offset: number;
  state: ReaderState;
  /** It was found from the end of the file: how the turn before it ended is told by whoever reads that. */
  isFromEnd?: boolean;
}

/**
 * Where the newest part of a long transcript begins; undefined for a short one. At a prompt, or, where that is much further up,
 * within the turn: the end of a turn of many megabytes is to be seen at once, too.
 */
export async function newestPart(path: string, leastBytes = PART_BYTES): Promise<Mark | undefined> {
  const turn = new WithinTurn();
  let bytesPassed = 0;
  for await (const line of linesBefore(path)) {
    bytesPassed += line.bytes.length;
    const isNear = bytesPassed < 2 * leastBytes;
    if (isNear && line.start === 0) return undefined;
    if (bytesPassed < leastBytes) continue;
    const mark = (isNear || !turn.hasPlace ? atPrompt(line) : undefined) ?? turn.meet(line);
    if (mark) return mark;
  }
  return undefined;
}

/**
 * The nearest prompt that has at least so many bytes between it and this place, or the end of the file. Undefined where the
 * file begins before there is one.
 */
export async function promptBefore(path: string, before?: number, leastBytes = PART_BYTES): Promise<Mark | undefined> {
  let bytesPassed = 0;
  for await (const line of linesBefore(path, before)) {
    bytesPassed += line.bytes.length;
    const mark = bytesPassed >= leastBytes ? atPrompt(line) : undefined;
    if (mark) return mark;
  }
  return undefined;
}

/** Most lines are long results of tools: they are told by their bytes, and nothing of them is parsed. */
function atPrompt({ bytes, start }: EarlierLine): Mark | undefined {
  const mayBePrompt = start > 0 && bytes.includes('"type":"user"') && !bytes.includes('"tool_result"');
  const at = mayBePrompt ? promptedAt(bytes.toString('utf8')) : undefined;
  return at === undefined ? undefined : { offset: start, state: readerAtPrompt(at), isFromEnd: true };
}

/** About as much as a person scrolls through, and read in a few milliseconds. */
const PART_BYTES = 1024 * 1024;
