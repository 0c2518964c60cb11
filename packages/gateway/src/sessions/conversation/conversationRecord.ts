// Keeps a session's conversation as clients see it: applies the same events with the same reducer and writes what has
// changed. What a person sends is written at once, and so is all where the agent stops, for an ask or at the end of its
// turn; what streams between is written together after a moment.
import type { Conversation, Message, SessionEventDraft } from '@beckon/protocol';
import { afterEvent, announcesAsk, emptyConversation, isOver } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { PastPage, PastQuery } from '../../drivers/driver.ts';
import type { Limits } from '../../house.ts';
import type { Logger } from '../../logger.ts';
import type { MessageQuery, SessionStore, StoredPage } from '../../store/sessionStore.ts';
import { OlderMessages } from './olderMessages.ts';
import { pastCursor, readPastCursor } from '../../pastCursor.ts';

export interface ConversationRecordOptions {
  sessionId: string;
  store: SessionStore;
  clock: Clock;
  log: Logger;
  limits?: Pick<Limits, 'heldMessages'>;
  /** What came before the first message that is kept here, as its agent keeps it. */
  past?: EarlierMessages | undefined;
}

export interface EarlierMessages {
  readonly areThere: boolean;
  page(query: PastQuery): Promise<PastPage>;
}

/** Messages that change are mostly near the end; an older one is read from the store when it does. */
const mostHeld = 200;
const saveDelayMs = 250;
const mostUnapplied = 10_000;

export class ConversationRecord {
  readonly #options: ConversationRecordOptions;
  /** Read when something is first said: most sessions are only listed. */
  #conversation: Conversation | undefined;
  readonly #older: OlderMessages;
  readonly #mostHeld: number;
  /** What was told while the conversation could not be read, which it is to be applied to. */
  readonly #unapplied: SessionEventDraft[] = [];
  readonly #unsaved = new Map<string, Message>();
  #cancelSave: (() => void) | undefined;
  #isHeldBack = false;

  constructor(options: ConversationRecordOptions) {
    this.#options = options;
    const { sessionId, store, limits } = options;
    this.#mostHeld = limits?.heldMessages ?? mostHeld;
    this.#older = new OlderMessages({
      find: (messageId) => this.find(messageId),
      list: (query) => store.listMessages(sessionId, query),
    });
  }

  get isEmpty(): boolean {
    const { sessionId, store } = this.#options;
    const isKept = this.#unsaved.size > 0 || store.listMessages(sessionId, { limit: 1 }).messages.length > 0;
    return !isKept && !this.#options.past?.areThere;
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
      for (let [event] = this.#unapplied; event; [event] = this.#unapplied) {
        const before = this.#withOlder(this.#conversation, event);
        this.#unapplied.shift();
        this.#applyTo(before, event);
      }
    } catch (error) {
      log.error({ error, sessionId }, 'could not read the conversation');
      if (this.#unapplied.length > mostUnapplied) this.#unapplied.shift();
    }
  }

  /** With those messages that are too old to be held, and that the event changes all the same. */
  #withOlder(conversation: Conversation, event: SessionEventDraft): Conversation {
    const { messages } = conversation;
    if (messages.length < this.#mostHeld) return conversation;
    const older = this.#older.changedBy(event, messages);
    return older.length === 0 ? conversation : { ...conversation, messages: [...older, ...messages] };
  }

  #applyTo(before: Conversation, event: SessionEventDraft): void {
    const next = afterEvent(before, event);
    for (const [index, message] of next.messages.entries()) {
      if (before.messages[index] !== message) this.#unsaved.set(message.id, message);
    }
    this.#older.leave(next.messages.slice(0, -this.#mostHeld));
    this.#conversation = { ...next, messages: next.messages.slice(-this.#mostHeld), asks: openAsksOf(next) };
    if (this.#unsaved.size === 0 || this.#isHeldBack) return;
    if (mustBeKept(event)) this.save();
    else this.#cancelSave ??= this.#options.clock.after(saveDelayMs, () => this.save());
  }

  /** What a page shows of the time before the first message that is kept here; undefined where that is nothing. */
  async earlier({ before, limit }: MessageQuery): Promise<PastPage | undefined> {
    const { past, sessionId, store, log } = this.#options;
    if (!past?.areThere) return undefined;
    const cursor = readPastCursor(before);
    const own = cursor ? undefined : store.listMessages(sessionId, { before, limit });
    const room = own?.next === undefined ? limit - (own?.messages.length ?? 0) : 0;
    try {
      return room > 0 ? await past.page({ ...cursor, limit: room }) : undefined;
    } catch (error) {
      log.warn({ error, sessionId }, 'could not read what the agent keeps of the conversation');
      return { messages: [] };
    }
  }

  /** A page as clients know it: over what is kept lies what could not be written yet, before it what was `earlier`. */
  page(query: MessageQuery, earlier?: PastPage): StoredPage {
    if (readPastCursor(query.before)) return { messages: earlier?.messages ?? [], ...pastCursor(earlier) };
    this.save();
    const { sessionId, store, past } = this.#options;
    const page = store.listMessages(sessionId, query);
    const messages = page.messages.map((message) => this.#unsaved.get(message.id) ?? message);
    if (query.before === undefined) messages.push(...this.#neverSaved());
    if (page.next !== undefined || !past?.areThere) return { ...page, messages };
    const hasRoom = earlier && earlier.messages.length + messages.length <= query.limit;
    if (!hasRoom) return { messages, ...pastCursor() };
    return { messages: [...earlier.messages, ...messages], ...pastCursor(earlier) };
  }

  /** What cannot be written now is tried again with the next change; clients are told of it all the same. */
  save(): void {
    if (this.#unapplied.length > 0) this.#catchUp();
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const { sessionId, store, log } = this.#options;
    try {
      if (this.#unsaved.size > 0) store.saveMessages(sessionId, [...this.#unsaved.values()]);
      this.#unsaved.clear();
    } catch (error) {
      log.error({ error, sessionId }, 'could not save messages');
    }
  }

  /** What is applied meanwhile is written together. */
  together(work: () => void): void {
    this.#isHeldBack = true;
    try {
      work();
    } finally {
      this.#isHeldBack = false;
      this.save();
    }
  }

  /** Whether the store has all of it. */
  get isSaved(): boolean {
    return this.#unsaved.size === 0 && this.#unapplied.length === 0;
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
    const { messages, next } = store.listMessages(sessionId, { limit: this.#mostHeld });
    this.#older.begin(next);
    return { ...emptyConversation, messages };
  }
}

function mustBeKept(event: SessionEventDraft): boolean {
  return event.type === 'message' || event.type === 'done' || announcesAsk(event);
}

/** The reducer needs an ask only until its tool call has been seen; the ledger has them all. */
function openAsksOf({ asks }: Conversation): Conversation['asks'] {
  return Object.fromEntries(Object.entries(asks).filter(([, ask]) => !isOver(ask)));
}
