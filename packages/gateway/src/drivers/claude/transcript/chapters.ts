// A part of a transcript in chapters of moderate length: where each begins, and what comes of it only in a later one. Of the
// text nothing is held.
import type { ToolCallId } from '@beckon/protocol';
import type { AgentEvent } from '../../driver.ts';
import type { Mark } from './mark.ts';
import { TranscriptReader } from './reader.ts';

export interface Chapter {
  /** Absent where the file begins with it. */
  mark?: Mark;
  /** What changes its messages although it stands in a later chapter: results, and ends that leave no call open. */
  readonly later: AgentEvent[];
  readonly openCalls: Set<ToolCallId>;
}

export class Chapters {
  readonly list: Chapter[];
  /** What changes messages that stand before this part, in the order of the file. */
  readonly unclaimed: AgentEvent[] = [];
  readonly #leastMessages: number;
  readonly #reader: TranscriptReader;
  /** By call, the chapter in which it is made. */
  readonly #calls = new Map<ToolCallId, Chapter>();
  /** In the chapter that is being read. */
  #messages = 0;
  /** Where the line begins that is read next. */
  #offset: number;

  /** A chapter ends at the first place where reading may begin, once it has so many messages. */
  constructor(from: Mark | undefined, leastMessages: number) {
    this.#leastMessages = leastMessages;
    this.#offset = from?.offset ?? 0;
    this.list = [newChapter(from)];
    this.#reader = new TranscriptReader({ from: from?.state, onRest: () => this.#rest() });
  }

  /** A line of the part, and where it ends. */
  read(text: string, end: number): void {
    for (const event of this.#reader.read(text).events) this.#note(event);
    this.#offset = end;
  }

  /** Another reader has begun with the prompt that comes next. */
  endBeforePrompt(): void {
    for (const event of this.#reader.endBeforePrompt()) this.#note(event);
  }

  /** What a later part has not claimed. False where it is not for this one either, or not for this one alone. */
  claims(event: AgentEvent): boolean {
    if (event.type === 'tool_result') {
      const home = this.#calls.get(event.data.toolCallId);
      home?.openCalls.delete(event.data.toolCallId);
      home?.later.push(event);
      return home !== undefined;
    }
    for (const { openCalls, later } of this.list) {
      if (openCalls.size > 0) later.push(event);
      openCalls.clear();
    }
    return false;
  }

  #note(event: AgentEvent): void {
    switch (event.type) {
      case 'message':
      case 'message_start':
      case 'notice':
      case 'error':
        this.#messages += 1;
        return;
      case 'tool_call_start':
        this.#calls.set(event.data.toolCallId, this.#current);
        this.#current.openCalls.add(event.data.toolCallId);
        return;
      case 'tool_result':
        if (this.#calls.get(event.data.toolCallId) === this.#current) {
          this.#current.openCalls.delete(event.data.toolCallId);
        } else if (!this.claims(event)) this.unclaimed.push(event);
        return;
      case 'done':
        this.#messages += 1;
        if (event.data.outcome !== 'complete') this.#closeCalls(event);
        return;
      default:
    }
  }

  #closeCalls(end: AgentEvent): void {
    this.#current.openCalls.clear();
    this.claims(end);
    this.unclaimed.push(end);
  }

  #rest(): void {
    if (this.#messages < this.#leastMessages) return;
    this.list.push(newChapter({ offset: this.#offset, state: this.#reader.state() }));
    this.#messages = 0;
  }

  get #current(): Chapter {
    return this.list.at(-1) ?? newChapter();
  }
}

function newChapter(mark?: Mark): Chapter {
  return { ...(mark && { mark }), later: [], openCalls: new Set() };
}
