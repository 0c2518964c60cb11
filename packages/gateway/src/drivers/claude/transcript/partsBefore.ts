// What a transcript holds before a place, in parts from the newest to the oldest, each taken apart into chapters when somebody
// gets there. What is written behind the place is read only for what it says of calls before it.
import { lstat } from 'node:fs/promises';
import type { AgentEvent } from '../../driver.ts';
import { type Chapter, Chapters } from './chapters.ts';
import { promptBefore } from './mark.ts';
import { readPart } from './readPart.ts';
import type { ReaderState } from './reader.ts';
import { Tail } from './tail.ts';

export interface PagesEnd {
  offset: number;
  /** What a reader must know that begins there. */
  state?: ReaderState | undefined;
  /** The conversation rested there: what its last turn lacks of an end is added. */
  isTurnOver?: boolean | undefined;
  /** Another reader began there with a prompt, and knew nothing of the turn before it. */
  isFromEnd?: boolean | undefined;
}

export interface PartSizes {
  chapterMessages: number;
  partBytes?: number | undefined;
}

/** A chapter, and where it ends. */
export interface PlacedChapter {
  chapter: Chapter;
  start: number;
  end: number;
  /** It ends where another part begins with a prompt. */
  isBeforePrompt: boolean;
}

interface TranscriptPart {
  start: number;
  end: number;
  isBeforePrompt: boolean;
  chapters: Chapters;
}

export class PartsBefore {
  readonly #path: string;
  readonly #end: PagesEnd;
  readonly #sizes: PartSizes;
  /** The newest first, without gaps. */
  #parts: TranscriptPart[] = [];
  /** What is known to change messages before the oldest part, in the order of the file. */
  #unclaimed: AgentEvent[] = [];
  /** What has been written behind the end, as far as it was looked at. */
  #behind: Chapters;
  #lookedTo: number;
  #work: Promise<unknown> = Promise.resolve();

  constructor(path: string, end: PagesEnd, sizes: PartSizes) {
    this.#path = path;
    this.#end = end;
    this.#sizes = sizes;
    this.#behind = this.#newBehind();
    this.#lookedTo = end.offset;
  }

  /** The chapter that ends at this place; undefined at the beginning of the file, and where none ends. */
  chapterBefore(place = this.#end.offset): Promise<PlacedChapter | undefined> {
    const found = this.#work.then(async () => {
      await this.#lookBehind();
      return place > 0 ? this.#find(place) : undefined;
    });
    this.#work = found.catch(() => undefined);
    return found;
  }

  async #find(place: number): Promise<PlacedChapter | undefined> {
    for (let number = 0; ; number++) {
      const part = this.#parts[number] ?? (await this.#readOlder());
      const found = part && placed(part).find(({ end }) => end === place);
      if (found || !part) return found;
    }
  }

  /** Undefined where there is nothing before the oldest that is known. */
  async #readOlder(): Promise<TranscriptPart | undefined> {
    const newer = this.#parts.at(-1);
    const end = newer?.start ?? this.#end.offset;
    if (end <= 0) return undefined;
    const isBeforePrompt = newer !== undefined || this.#end.isFromEnd === true;
    const mark = await promptBefore(this.#path, end, this.#sizes.partBytes);
    const start = mark?.offset ?? 0;
    const chapters = new Chapters(mark, this.#sizes.chapterMessages);
    await readPart(this.#path, { start, end }, (text, lineEnd) => chapters.read(text, lineEnd));
    if (isBeforePrompt) chapters.endBeforePrompt();
    const forOlder = this.#unclaimed.filter((event) => !chapters.claims(event));
    this.#unclaimed = [...chapters.unclaimed, ...forOlder];
    const part = { start, end, isBeforePrompt, chapters };
    this.#parts.push(part);
    return part;
  }

  /** What has been written since is only of interest where it is about calls before it. */
  async #lookBehind(): Promise<void> {
    const { size } = await lstat(this.#path).catch(() => ({ size: 0 }));
    if (size < this.#lookedTo) this.#startOver(size);
    const passed = (end: number) => (this.#lookedTo = end);
    const tail = new Tail(
      this.#path,
      {
        onLine: (text, end) => {
          this.#behind.read(text, end);
          passed(end);
        },
        onSkipped: (_, end) => passed(end),
        onReset: () => undefined,
        // What is no file has nothing behind the end.
        onRefused: () => undefined,
      },
      { from: this.#lookedTo },
    );
    await tail.read();
    await tail.close();
    for (const event of this.#behind.unclaimed.splice(0)) {
      const isClaimed = this.#parts.some(({ chapters }) => chapters.claims(event));
      if (!isClaimed) this.#unclaimed.push(event);
    }
  }

  /** The file was cut. */
  #startOver(size: number): void {
    this.#parts = [];
    this.#unclaimed = [];
    this.#behind = this.#newBehind();
    this.#lookedTo = Math.min(size, this.#end.offset);
  }

  #newBehind(): Chapters {
    const { offset, state } = this.#end;
    return new Chapters(state && { offset, state }, Number.POSITIVE_INFINITY);
  }
}

function placed({ start, end, isBeforePrompt, chapters: { list } }: TranscriptPart): PlacedChapter[] {
  return list.map((chapter, index) => ({
    chapter,
    start: chapter.mark?.offset ?? start,
    end: list[index + 1]?.mark?.offset ?? end,
    isBeforePrompt: isBeforePrompt && index === list.length - 1,
  }));
}
