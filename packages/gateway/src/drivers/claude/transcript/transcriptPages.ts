// A conversation as its transcript keeps it, in pages from the newest to the oldest, with what its subagents wrote. Only what
// a page shows is read for it.
import { afterEvent, emptyConversation, type Message, type ToolCallId } from '@beckon/protocol';
import type { AgentEvent, PastPage, PastQuery } from '../../driver.ts';
import type { Chapter } from './chapters.ts';
import { subagentsFolder } from './location.ts';
import { type PagesEnd, PartsBefore, type PartSizes, type PlacedChapter } from './partsBefore.ts';
import { TranscriptReader } from './reader.ts';
import { readPart } from './readPart.ts';
import { callOfSubagent, subagentsIn, subagentTranscript } from './subagentFiles.ts';

export class TranscriptPages {
  readonly #path: string;
  readonly #end: PagesEnd;
  readonly #parts: PartsBefore;

  constructor(path: string, end: PagesEnd, sizes: PartSizes = { chapterMessages: CHAPTER_MESSAGES }) {
    this.#path = path;
    this.#end = end;
    this.#parts = new PartsBefore(path, end, sizes);
  }

  async page({ before, limit }: PastQuery): Promise<PastPage> {
    const subagents = await this.#findSubagents();
    const messages: Message[] = [];
    let { place, index } = before === undefined ? { place: this.#end.offset, index: AT_THE_END } : readCursor(before);
    while (messages.length < limit) {
      const chapter = await this.#parts.chapterBefore(place);
      if (!chapter) return { messages };
      const all: Message[] = await this.#withSubagents(await this.#read(chapter), subagents);
      const upTo = Math.min(index, all.length);
      const from = Math.max(0, upTo - (limit - messages.length));
      messages.unshift(...all.slice(from, upTo));
      if (from > 0) return { messages, next: cursor({ place, index: from }) };
      [place, index] = [chapter.start, AT_THE_END];
    }
    return { messages, ...(place > 0 && { next: cursor({ place, index }) }) };
  }

  async #read({ chapter, start, end, isBeforePrompt }: PlacedChapter): Promise<Message[]> {
    const reader = new TranscriptReader({ from: chapter.mark?.state });
    const events: AgentEvent[] = [];
    await readPart(this.#path, { start, end }, (line) => events.push(...reader.read(line).events));
    if (isBeforePrompt) events.push(...reader.endBeforePrompt());
    if (this.#end.isTurnOver && end >= this.#end.offset) events.push(...reader.endTurn());
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

/** The messages before `index` of the chapter that ends at a place of the file, and all chapters before it. */
interface PagePlace {
  place: number;
  index: number;
}

const AT_THE_END = 2 ** 20 - 1;

const cursor = ({ place, index }: PagePlace) => place * (AT_THE_END + 1) + index;

function readCursor(cursorNumber: number): PagePlace {
  return { place: Math.floor(cursorNumber / (AT_THE_END + 1)), index: cursorNumber % (AT_THE_END + 1) };
}

/** With what later chapters made of them; an end that stands there brings its own message, which is none of these. */
function finalMessages(events: AgentEvent[], { later }: Chapter): Message[] {
  const messages = messagesOf(events);
  return later.length === 0 ? messages : messagesOf([...events, ...later]).slice(0, messages.length);
}

function messagesOf(events: readonly AgentEvent[]): Message[] {
  return events.reduce(afterEvent, emptyConversation).messages;
}
