// What is known of a session and has been said in it. Whatever changes here is kept, and told to every client.
import type { Message, PermissionMode, SessionEventDraft, SessionInfo, TurnOutcome } from '@beckon/protocol';
import { addUsage } from '@beckon/protocol';
import type { SessionName } from '../drivers/driver.ts';
import type { StoredSession } from '../store/sessionStore.ts';
import { ConversationRecord } from './conversation/conversationRecord.ts';
import { earlierMessages } from './conversation/earlierMessages.ts';
import { recalling } from './conversation/recalled.ts';
import { Sayings } from './conversation/sayings.ts';
import type { House } from '../house.ts';
import type { InfoChange } from './keptInfo.ts';
import { KeptInfo } from './keptInfo.ts';
import type { End } from './life.ts';
import { namedTitle, titleFrom, titleFromMessage, untitled } from './title.ts';
import { Turn } from './turn.ts';

export interface RecordListener {
  /** Something has happened in the conversation. */
  told(event: SessionEventDraft): void;
  /** Something about the session has changed. */
  changed(): void;
}

export class SessionRecord {
  readonly #house: House;
  readonly #listener: RecordListener;
  readonly #kept: KeptInfo;
  readonly #conversation: ConversationRecord;
  readonly #turn: Turn;
  /** What still happens to it is nobody's any more, and must not be written. */
  #isForgotten = false;
  readonly sayings: Sayings;

  constructor(house: House, info: StoredSession, listener: RecordListener) {
    this.#house = house;
    this.#listener = listener;
    this.#kept = new KeptInfo(house, info);
    this.#conversation = new ConversationRecord({
      sessionId: info.id,
      ...house,
      past: earlierMessages(house, this.#kept),
    });
    this.#turn = new Turn(house.clock);
    this.sayings = new Sayings({
      house,
      kept: this.#kept,
      record: this.#conversation,
      emit: (event) => this.emit(event),
      change: (change, sent) => this.change(change, sent),
    });
  }

  get info(): SessionInfo {
    return this.#kept.current;
  }

  /** Its person's own arguments for the agent's program. */
  get claudeArguments(): readonly string[] {
    return this.#kept.private.claudeArguments ?? [];
  }

  /** Whether its agents start by their person's own defaults, and not in a mode that was chosen here. */
  get hasOwnDefaults(): boolean {
    return this.#kept.private.hasOwnDefaults === true;
  }

  /** [L15] The mode in which its agents are started, whatever they report. */
  get chosenMode(): PermissionMode {
    return this.#kept.private.chosenMode ?? this.info.permissionMode;
  }

  /** Its person has chosen a mode. */
  choose(permissionMode: PermissionMode): void {
    if (this.#isForgotten) return;
    if (permissionMode !== this.chosenMode || this.hasOwnDefaults) {
      this.#kept.keep({ chosenMode: permissionMode, hasOwnDefaults: undefined });
    }
    if (permissionMode !== this.info.permissionMode) this.change({ permissionMode });
  }

  /** Its person has named it. */
  rename(title: string): void {
    if (this.#isForgotten) return;
    this.#kept.keep({ isNamed: true });
    this.change({ title });
  }

  /** What its agent calls it. An agent says so again and again: only what is new counts, whatever it is called here since. */
  named({ title: name, by }: SessionName): void {
    const { isNamed = false, agentTitle } = this.#kept.private;
    const title = by === 'prompt' ? titleFrom(name) : namedTitle(name);
    if (this.#isForgotten || title === agentTitle) return;
    if (by !== 'prompt') this.#kept.keep({ agentTitle: title, isNamed: isNamed || by === 'person' });
    const isBetter = by === 'prompt' ? this.info.title === untitled : by === 'person' || !isNamed;
    if (isBetter && title !== this.info.title) this.change({ title });
  }

  /** The title that its person has given it, where its agent does not know it yet. */
  get titleForAgent(): string | undefined {
    const { isNamed, agentTitle } = this.#kept.private;
    return isNamed && agentTitle !== this.info.title ? this.info.title : undefined;
  }

  get conversation(): Pick<ConversationRecord, 'isEmpty' | 'earlier' | 'page' | 'find'> {
    return this.#conversation;
  }

  change(change: InfoChange, sent = this.#kept.sent): void {
    if (this.#isForgotten) return;
    if (change.state === 'assistant_turn') this.#turn.begin();
    if (change.state === 'user_turn') this.#turn.end();
    const isAlive = change.state !== undefined && change.state !== 'dead';
    const known = isAlive ? { ...change, end: undefined } : change;
    this.#kept.change(known, change.state === 'user_turn' ? this.sayings.afterRest(sent) : sent);
    this.emit({ type: 'session_status', data: { session: this.info } });
    this.#listener.changed();
  }

  /** There is no agent, and this is why. */
  end(end: End): void {
    const { state, end: before, queued } = this.info;
    const isKnown = state === 'dead' && before?.reason === end.reason && before.message === end.message;
    if (!isKnown || queued) this.change({ state: 'dead', end, queued: undefined, moreAsks: undefined });
    this.save();
  }

  /** Numbers the event, keeps it and tells every client. */
  emit(event: SessionEventDraft): void {
    if (this.#isForgotten) return;
    this.#house.events.append(this.info.id, event);
    if (event.type === 'session_status') return;
    this.#conversation.apply(event);
    if (event.type === 'message') this.#nameAfter(event.data.message);
    if (event.type === 'done') {
      this.#turn.end();
      this.sayings.turnEnded();
    }
    this.#listener.told(event);
    if (event.type === 'done') this.change({ usage: addUsage(this.info.usage, event.data.usage) });
  }

  /** What was said first names it, wherever it was typed. */
  #nameAfter(message: Message): void {
    const title = this.info.title === untitled ? titleFromMessage(message) : undefined;
    if (title !== undefined) this.change({ title });
  }

  /** Keeps what clients have been told already. */
  apply(told: SessionEventDraft): void {
    if (!this.#isForgotten) this.#conversation.apply(told);
  }

  /** How an agent tells what happened before it was joined. */
  recalling(): ReturnType<typeof recalling> {
    const emit = (event: SessionEventDraft) => this.emit(event);
    return recalling({ house: this.#house, record: this.#conversation, kept: this.#kept, emit });
  }

  /** A turn was under way since then. */
  resumeTurn(at: number): void {
    this.#turn.begin(at);
  }

  /** A turn that ended without its agent having said so. */
  endTurn(outcome: TurnOutcome, why?: string): void {
    for (const event of this.#turn.breakOff(outcome, why)) this.emit(event);
  }

  /** Keeps the session itself. Throws where it cannot be written. */
  saveInfo(): void {
    this.#kept.save();
  }

  /** The same, also where nothing has changed. */
  writeInfo(): void {
    this.#kept.write();
  }

  /** Keeps the conversation, as far as it can be written; the rest is tried again with the next change. */
  save(): void {
    this.#conversation.save();
  }

  /** The session is removed: nothing of it is written any more. */
  forget(): void {
    this.#isForgotten = true;
    this.#conversation.discard();
  }
}
