// A transcript in chapters of moderate length: where each begins, and what comes of it only in a later one. The file is
// read once, in pieces, and after that only what was appended; of its text nothing is held.
import type { ToolCallId } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import type { Mark } from './followSession.ts';
import { TranscriptReader } from './reader.ts';
import { Tail } from './tail.ts';

export interface Chapter {
  /** Absent for the first. */
  mark?: Mark;
  /** What changes its messages although it stands in a later chapter: results, and ends that leave no call open. */
  readonly later: AgentEvent[];
  readonly openCalls: Set<ToolCallId>;
}

export class Chapters {
  readonly #path: string;
  readonly #leastMessages: number;
  #chapters: Chapter[] = [newChapter()];
  #reader = this.#newReader();
  /** By call, the number of the chapter in which it is made. */
  readonly #calls = new Map<ToolCallId, number>();
  /** In the chapter that is being read. */
  #messages = 0;
  #offset = 0;
  #reading: Promise<void> = Promise.resolve();

  /** A chapter ends at the first place where reading may begin, once it has so many messages. */
  constructor(path: string, leastMessages: number) {
    this.#path = path;
    this.#leastMessages = leastMessages;
  }

  get list(): readonly Chapter[] {
    return this.#chapters;
  }

  /** Reads what has been appended. */
  caughtUp(): Promise<void> {
    return (this.#reading = this.#reading.then(() => this.#readAppended()));
  }

  async #readAppended(): Promise<void> {
    const passed = (end: number) => (this.#offset = end);
    const tail = new Tail(
      this.#path,
      {
        onLine: (text, end) => {
          for (const event of this.#reader.read(text).events) this.#note(event);
          passed(end);
        },
        onSkipped: (_, end) => passed(end),
        onReset: () => this.#startOver(),
        // What is no file has no chapters.
        onRefused: () => undefined,
      },
      { from: this.#offset },
    );
    await tail.read();
    await tail.close();
  }

  #note(event: AgentEvent): void {
    const current = this.#current;
    switch (event.type) {
      case 'message':
      case 'message_start':
      case 'notice':
      case 'error':
        this.#messages += 1;
        return;
      case 'tool_call_start':
        this.#calls.set(event.data.toolCallId, this.#chapters.length - 1);
        current.openCalls.add(event.data.toolCallId);
        return;
      case 'tool_result': {
        const home = this.#chapters[this.#calls.get(event.data.toolCallId) ?? Number.NaN];
        home?.openCalls.delete(event.data.toolCallId);
        if (home && home !== current) home.later.push(event);
        return;
      }
      case 'done':
        this.#messages += 1;
        if (event.data.outcome !== 'complete') this.#closeCalls(event);
        return;
      default:
    }
  }

  #closeCalls(end: AgentEvent): void {
    for (const chapter of this.#chapters) {
      if (chapter.openCalls.size > 0 && chapter !== this.#current) chapter.later.push(end);
      chapter.openCalls.clear();
    }
  }

  get #current(): Chapter {
    return this.#chapters.at(-1) ?? newChapter();
  }

  #newReader(): TranscriptReader {
    const reader: TranscriptReader = new TranscriptReader({
      onRest: () => {
        if (this.#messages < this.#leastMessages) return;
        this.#chapters.push(newChapter({ offset: this.#offset, state: reader.state() }));
        this.#messages = 0;
      },
    });
    return reader;
  }

  #startOver(): void {
    this.#chapters = [newChapter()];
    this.#calls.clear();
    this.#reader = this.#newReader();
    this.#messages = 0;
    this.#offset = 0;
  }
}

function newChapter(mark?: Mark): Chapter {
  return { ...(mark && { mark }), later: [], openCalls: new Set() };
}
