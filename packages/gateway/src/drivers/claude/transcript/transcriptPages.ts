// A conversation as its transcript keeps it, in pages from the newest to the oldest, with what its subagents wrote. Only what
// a page shows is read for it.
import { afterEvent, emptyConversation, type Message, type ToolCallId } from '@beckon/protocol';
import type { AgentEvent, PastPage, PastQuery } from '../../driver.ts';
import { type Chapter, Chapters } from './chapters.ts';
import { subagentsFolder } from './location.ts';
import { TranscriptReader } from './reader.ts';
import { readPart } from './readPart.ts';
import { callOfSubagent, subagentsIn, subagentTranscript } from './subagentFiles.ts';

export interface PagesEnd {
  offset: number;
  /** The conversation rested there: what its last turn lacks of an end is added. */
  isTurnOver?: boolean | undefined;
}

export class TranscriptPages {
  readonly #path: string;
  readonly #chapters: Chapters;

  constructor(path: string, { chapterMessages = CHAPTER_MESSAGES } = {}) {
    this.#path = path;
    this.#chapters = new Chapters(path, chapterMessages);
  }

  async page(end: PagesEnd, { before, limit }: PastQuery): Promise<PastPage> {
    await this.#chapters.caughtUp();
    const subagents = await this.#findSubagents();
    const messages: Message[] = [];
    let place: PagePlace | undefined = before === undefined ? this.#last(end) : readCursor(before);
    while (place && messages.length < limit) {
      const all: Message[] = await this.#withSubagents(await this.#read(place.chapter, end), subagents);
      const upTo = Math.min(place.index, all.length);
      const from = Math.max(0, upTo - (limit - messages.length));
      messages.unshift(...all.slice(from, upTo));
      place = from > 0 ? { chapter: place.chapter, index: from } : chapterBefore(place);
    }
    return { messages, ...(place && { next: cursor(place) }) };
  }

  #last({ offset }: PagesEnd): PagePlace {
    const chapter = this.#chapters.list.findLastIndex(({ mark }) => (mark?.offset ?? 0) < offset);
    return { chapter: Math.max(0, chapter), index: AT_THE_END };
  }

  async #read(number: number, end: PagesEnd): Promise<Message[]> {
    const chapter = this.#chapters.list[number];
    if (!chapter) return [];
    const next = this.#chapters.list[number + 1]?.mark?.offset ?? Number.POSITIVE_INFINITY;
    const reader = new TranscriptReader({ from: chapter.mark?.state });
    const events: AgentEvent[] = [];
    const part = { start: chapter.mark?.offset ?? 0, end: Math.min(next, end.offset) };
    await readPart(this.#path, part, (line) => events.push(...reader.read(line).events));
    if (end.isTurnOver && next >= end.offset) events.push(...reader.endTurn());
    return finalMessages(events, chapter);
  }

  /** Each right behind the message with the call that started it. */
  async #withSubagents(messages: Message[], subagents: Map<ToolCallId, string>): Promise<Message[]> {
    const all: Message[] = [];
    for (const message of messages) {
      all.push(message);
      for (const part of message.parts) {
        const agentId = part.type === 'tool_call' ? subagents.get(part.toolCallId) : undefined;
        if (agentId === undefined || part.type !== 'tool_call') continue;
        // Whatever its file says, none has started itself.
        subagents.delete(part.toolCallId);
        all.push(...(await this.#withSubagents(await this.#readSubagent(agentId, part.toolCallId), subagents)));
      }
    }
    return all;
  }

  async #readSubagent(agentId: string, parent: ToolCallId): Promise<Message[]> {
    const reader = new TranscriptReader();
    const events: AgentEvent[] = [];
    const whole = { start: 0, end: Number.POSITIVE_INFINITY };
    const path = subagentTranscript(subagentsFolder(this.#path), agentId);
    await readPart(path, whole, (line) => events.push(...reader.read(line, parent).events));
    return messagesOf(events);
  }

  async #findSubagents(): Promise<Map<ToolCallId, string>> {
    const folder = subagentsFolder(this.#path);
    const found = new Map<ToolCallId, string>();
    for (const agentId of await subagentsIn(folder)) {
      const call = await callOfSubagent(folder, agentId);
      if (call !== undefined) found.set(call, agentId);
    }
    return found;
  }
}

const CHAPTER_MESSAGES = 50;

/** The messages of a chapter before `index`, and all chapters before it. */
interface PagePlace {
  chapter: number;
  index: number;
}

const AT_THE_END = 999_999_999;

const cursor = ({ chapter, index }: PagePlace) => chapter * (AT_THE_END + 1) + index;

function readCursor(cursorNumber: number): PagePlace {
  return { chapter: Math.floor(cursorNumber / (AT_THE_END + 1)), index: cursorNumber % (AT_THE_END + 1) };
}

function chapterBefore({ chapter }: PagePlace): PagePlace | undefined {
  return chapter > 0 ? { chapter: chapter - 1, index: AT_THE_END } : undefined;
}

/** With what later chapters made of them; an end that stands there brings its own message, which is none of these. */
function finalMessages(events: AgentEvent[], { later }: Chapter): Message[] {
  const messages = messagesOf(events);
  return later.length === 0 ? messages : messagesOf([...events, ...later]).slice(0, messages.length);
}

function messagesOf(events: readonly AgentEvent[]): Message[] {
  return events.reduce(afterEvent, emptyConversation).messages;
}
