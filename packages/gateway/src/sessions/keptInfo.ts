// What is known of a session, which the store is told of at once: as far as it can be written, and else with the next change.
import type { SessionInfo } from '@beckon/protocol';
import type { House } from '../house.ts';
import type { StoredSession } from '../store/sessionStore.ts';

/** A field that is `undefined` is taken away. */
export type InfoChange = { [Field in keyof SessionInfo]?: SessionInfo[Field] | undefined };

/** What nobody but the session itself needs. */
type Private = Pick<
  StoredSession,
  'claudeArguments' | 'hasOwnDefaults' | 'chosenMode' | 'past' | 'place' | 'held' | 'isNamed' | 'agentTitle'
>;
export type PrivateInfo = Private & Pick<StoredSession, 'sent'>;

/** What is told to everyone, and what is not. */
export function separate(session: StoredSession): { info: SessionInfo } & PrivateInfo {
  const { sent, claudeArguments, hasOwnDefaults, chosenMode, past, place, held, isNamed, agentTitle, ...info } =
    session;
  const kept = { sent, claudeArguments, hasOwnDefaults, chosenMode, past, place, held, isNamed, agentTitle };
  return { info, ...defined<PrivateInfo>(kept) };
}

export class KeptInfo {
  readonly #house: Pick<House, 'store' | 'clock' | 'log'>;
  #info: SessionInfo;
  #sent: readonly string[];
  #private: Private;
  /** Whether the store has it as it is. */
  #isSaved = false;

  constructor(house: Pick<House, 'store' | 'clock' | 'log'>, session: StoredSession) {
    const { info, sent = [], ...kept } = separate(session);
    this.#house = house;
    this.#info = info;
    // An earlier version has kept no other mode than the last one that was told.
    this.#private = { ...kept, chosenMode: kept.chosenMode ?? info.permissionMode };
    this.#sent = sent;
  }

  get current(): SessionInfo {
    return this.#info;
  }

  /** Messages that the agent has been sent and may not have read; nobody else knows of them. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  get private(): Private {
    return this.#private;
  }

  /** As far as it can be written; the rest is written with the next change. */
  keep(change: { [Field in keyof Private]: Private[Field] | undefined }): void {
    this.#private = defined<Private>({ ...this.#private, ...change });
    this.#isSaved = false;
    this.#trySave();
  }

  change(change: InfoChange, sent = this.#sent): void {
    const { clock } = this.#house;
    // That an agent comes or goes is nothing that it or its person does.
    const isActivity = change.state !== 'starting' && change.state !== 'dead';
    const next = { ...this.#info, ...change, ...(isActivity && { lastActivityAt: clock.now() }) };
    this.#info = defined<SessionInfo>(next);
    this.#sent = sent;
    this.#isSaved = false;
    this.#trySave();
  }

  /** Throws where it cannot be written. */
  save(): void {
    if (!this.#isSaved) this.write();
  }

  /** The same, whether or not the store has it already. */
  write(): void {
    const sent = this.#sent.length > 0 ? { sent: [...this.#sent] } : {};
    this.#house.store.saveSession({ ...this.#info, ...sent, ...this.#private });
    this.#isSaved = true;
  }

  #trySave(): void {
    try {
      this.save();
    } catch (error) {
      this.#house.log.error({ error, sessionId: this.#info.id }, 'could not save the session');
    }
  }
}

/** Without the fields that are `undefined`. */
function defined<T extends object>(fields: { [Field in keyof T]: T[Field] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
