// Messages that are too old to be held in memory, and still change: a call may be under way while hundreds of messages come
// after it. Those of this run are found by their calls; what was said before it is searched, page by page.
import type { Message, SessionEventDraft } from '@beckon/protocol';
import { isAskEvent } from '@beckon/protocol';
import type { StoredPage } from '../../store/sessionStore.ts';

export interface OlderMessagesOptions {
  find(messageId: string): Message | undefined;
  list(query: { before: string; limit: number }): StoredPage;
}

const pageMessages = 200;
const pagesAtOnce = 10;

export class OlderMessages {
  readonly #options: OlderMessagesOptions;
  /** By call, the message that makes it. */
  readonly #messageOf = new Map<string, string>();
  /** Messages with a call that nothing has come of yet. */
  readonly #open = new Set<string>();
  /** What lies before this has not been searched for open calls; undefined at the beginning. */
  #unsearched: string | undefined;
  readonly #unknownCalls = new Set<string>();

  constructor(options: OlderMessagesOptions) {
    this.#options = options;
  }

  /** With the cursor of what was said before. */
  begin(cursor: string | undefined): void {
    this.#unsearched = cursor;
  }

  /** They are no longer held in memory. */
  leave(messages: readonly Message[]): void {
    for (const message of messages) {
      for (const id of callsIn(message)) this.#messageOf.set(id, message.id);
      if (hasOpenCall(message)) this.#open.add(message.id);
      else this.#open.delete(message.id);
    }
  }

  /** Those that an event changes, given what is held in memory, oldest first. */
  changedBy(event: SessionEventDraft, recent: readonly Message[]): Message[] {
    if (event.type === 'done') {
      return event.data.outcome === 'complete' ? [] : this.#withOpenCalls();
    }
    const message = this.#ofEvent(event, recent);
    return message ? [message] : [];
  }

  #ofEvent(event: SessionEventDraft, recent: readonly Message[]): Message | undefined {
    const messageId = filledMessage(event);
    if (messageId !== undefined) return recent.some(({ id }) => id === messageId) ? undefined : this.#find(messageId);
    const toolCallId = callOf(event);
    if (toolCallId === undefined) return undefined;
    const isRecent = recent.some((message) => callsIn(message).includes(toolCallId));
    return isRecent ? undefined : this.#withCall(toolCallId);
  }

  #withCall(toolCallId: string): Message | undefined {
    while (!this.#messageOf.has(toolCallId) && !this.#unknownCalls.has(toolCallId)) {
      if (!this.#searchPage()) this.#unknownCalls.add(toolCallId);
    }
    return this.#find(this.#messageOf.get(toolCallId));
  }

  /** Of what was said before this run, the nearest is searched: all at once would hold up everybody else. */
  #withOpenCalls(): Message[] {
    for (let pages = 0; pages < pagesAtOnce && this.#searchPage(); pages++);
    return [...this.#open].flatMap((id) => this.#find(id) ?? []);
  }

  /** Whether there was anything left to search. */
  #searchPage(): boolean {
    if (this.#unsearched === undefined) return false;
    const { messages, next } = this.#options.list({ before: this.#unsearched, limit: pageMessages });
    this.#unsearched = next;
    this.leave(messages);
    return true;
  }

  #find(messageId: string | undefined): Message | undefined {
    return messageId === undefined ? undefined : this.#options.find(messageId);
  }
}

function filledMessage(event: SessionEventDraft): string | undefined {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'tool_call_start':
      return event.data.messageId;
    default:
      return undefined;
  }
}

function callOf(event: SessionEventDraft): string | undefined {
  if (isAskEvent(event)) return event.data.ask.toolCallId;
  switch (event.type) {
    case 'tool_call_delta':
    case 'tool_call_end':
    case 'tool_result':
      return event.data.toolCallId;
    default:
      return undefined;
  }
}

function callsIn({ parts }: Message): string[] {
  return parts.flatMap((part) => (part.type === 'tool_call' ? part.toolCallId : []));
}

function hasOpenCall({ parts }: Message): boolean {
  return parts.some((part) => part.type === 'tool_call' && (part.status === 'pending' || part.status === 'running'));
}
