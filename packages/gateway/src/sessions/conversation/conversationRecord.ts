// Keeps a session's conversation as clients see it: applies the same events with the same reducer and writes what has
// changed. What a person sends is written at once, and so is all where the agent stops, for an ask or at the end of its
// turn; what streams between is written together after a moment.
import type { Conversation, Message, SessionEventDraft } from '@beckon/protocol';
import { afterEvent, announcesAsk, emptyConversation, isOver } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { MessageQuery, SessionStore, StoredPage } from '../../store/sessionStore.ts';

export interface ConversationRecordOptions {
  sessionId: string;
  store: SessionStore;
  clock: Clock;
  log: Logger;
}

/** Messages that may still change are near the end; older ones are read from the store when they are wanted. */
const keptMessages = 200;
const saveDelayMs = 250;
const mostUnapplied = 10_000;

export class ConversationRecord {
  readonly #options: ConversationRecordOptions;
  /** Read when something is first said: most sessions are only listed. */
  #conversation: Conversation | undefined;
  /** What was told while the conversation could not be read, which it is to be applied to. */
  readonly #unapplied: SessionEventDraft[] = [];
  readonly #unsaved = new Map<string, Message>();
  #cancelSave: (() => void) | undefined;

  constructor(options: ConversationRecordOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    const { sessionId, store } = this.#options;
    return this.#unsaved.size === 0 && store.listMessages(sessionId, { limit: 1 }).messages.length === 0;
  }

  find(messageId: string): Message | undefined {
    const { sessionId, store } = this.#options;
    return this.#unsaved.get(messageId) ?? store.readMessage(sessionId, messageId);
  }

  /** Never throws: whatever the disk does, what an event is about goes on. */
  apply(event: SessionEventDraft): void {
    this.#unapplied.push(event);
    this.#catchUp();
  }

  #catchUp(): void {
    const { sessionId, log } = this.#options;
    try {
      this.#conversation ??= this.#read();
    } catch (error) {
      log.error({ error, sessionId }, 'could not read the conversation');
      if (this.#unapplied.length > mostUnapplied) this.#unapplied.shift();
      return;
    }
    for (const event of this.#unapplied.splice(0)) this.#applyTo(this.#conversation, event);
  }

  #applyTo(before: Conversation, event: SessionEventDraft): void {
    const next = afterEvent(before, event);
    for (const [index, message] of next.messages.entries()) {
      if (before.messages[index] !== message) this.#unsaved.set(message.id, message);
    }
    this.#conversation = { ...next, messages: next.messages.slice(-keptMessages), asks: openAsksOf(next) };
    if (this.#unsaved.size === 0) return;
    if (mustBeKept(event)) this.save();
    else this.#cancelSave ??= this.#options.clock.after(saveDelayMs, () => this.save());
  }

  /** A page as clients know it: over what is kept lies what could not be written yet. */
  page(query: MessageQuery): StoredPage {
    this.save();
    const { sessionId, store } = this.#options;
    const page = store.listMessages(sessionId, query);
    const messages = page.messages.map((message) => this.#unsaved.get(message.id) ?? message);
    if (query.before === undefined) messages.push(...this.#neverSaved());
    return { ...page, messages };
  }

  /** What cannot be written now is tried again with the next change; clients are told of it all the same. */
  save(): void {
    if (this.#unapplied.length > 0) this.#catchUp();
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const { sessionId, store, log } = this.#options;
    try {
      for (const message of this.#unsaved.values()) store.saveMessage(sessionId, message);
      this.#unsaved.clear();
    } catch (error) {
      log.error({ error, sessionId }, 'could not save messages');
    }
  }

  /** What was not saved stays so: the session is being removed. */
  discard(): void {
    this.#cancelSave?.();
    this.#unapplied.length = 0;
    this.#unsaved.clear();
  }

  #neverSaved(): Message[] {
    const { sessionId, store } = this.#options;
    return [...this.#unsaved.values()].filter(({ id }) => store.readMessage(sessionId, id) === undefined);
  }

  #read(): Conversation {
    const { sessionId, store } = this.#options;
    return { ...emptyConversation, messages: store.listMessages(sessionId, { limit: keptMessages }).messages };
  }
}

function mustBeKept(event: SessionEventDraft): boolean {
  return event.type === 'message' || event.type === 'done' || announcesAsk(event);
}

/** The reducer needs an ask only until its tool call has been seen; the ledger has them all. */
function openAsksOf({ asks }: Conversation): Conversation['asks'] {
  return Object.fromEntries(Object.entries(asks).filter(([, ask]) => !isOver(ask)));
}
