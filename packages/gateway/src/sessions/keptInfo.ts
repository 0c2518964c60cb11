// What is known of a session, which the store is told of at once: as far as it can be written, and else with the next change.
import type { SessionInfo } from '@beckon/protocol';
import type { House } from './house.ts';
import type { StoredSession } from '../store/sessionStore.ts';

/** A field that is `undefined` is taken away. */
export type InfoChange = { [Field in keyof SessionInfo]?: SessionInfo[Field] | undefined };

export class KeptInfo {
  readonly #house: Pick<House, 'store' | 'clock' | 'log'>;
  #info: SessionInfo;
  #sent: readonly string[];
  /** Whether the store has it as it is. */
  #isSaved = false;

  constructor(house: Pick<House, 'store' | 'clock' | 'log'>, { sent = [], ...info }: StoredSession) {
    this.#house = house;
    this.#info = info;
    this.#sent = sent;
  }

  get current(): SessionInfo {
    return this.#info;
  }

  /** Messages that the agent has been sent and may not have read; nobody else knows of them. */
  get sent(): readonly string[] {
    return this.#sent;
  }

  change(change: InfoChange, sent = this.#sent): void {
    const { clock, log } = this.#house;
    // That an agent comes or goes is nothing that it or its person does.
    const isActivity = change.state !== 'starting' && change.state !== 'dead';
    const next = { ...this.#info, ...change, ...(isActivity && { lastActivityAt: clock.now() }) };
    this.#info = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as SessionInfo;
    this.#sent = sent;
    this.#isSaved = false;
    try {
      this.save();
    } catch (error) {
      log.error({ error, sessionId: this.#info.id }, 'could not save the session');
    }
  }

  /** Throws where it cannot be written. */
  save(): void {
    if (!this.#isSaved) this.write();
  }

  /** The same, whether or not the store has it already. */
  write(): void {
    const sent = this.#sent.length > 0 ? { sent: [...this.#sent] } : {};
    this.#house.store.saveSession({ ...this.#info, ...sent });
    this.#isSaved = true;
  }
}
