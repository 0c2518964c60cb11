// The sessions of this gateway by id. One in which nothing happens is only its entry in the index, and what nobody but
// itself needs; it is made up when somebody turns to it. So thousands of old ones slow no start, and take little memory.
import type { House } from '../house.ts';
import type { StoredSession } from '../store/sessionStore.ts';
import type { PrivateInfo } from './keptInfo.ts';
import { separate } from './keptInfo.ts';
import { KnownSession } from './knownSession.ts';
import type { SessionIndex } from './sessionIndex.ts';

export class KnownSessions {
  readonly #house: House;
  readonly #index: SessionIndex;
  readonly #awake = new Map<string, KnownSession>();
  /** By id: what the index does not have of a session that nobody has turned to yet. */
  readonly #asleep = new Map<string, PrivateInfo>();

  constructor(house: House, index: SessionIndex) {
    this.#house = house;
    this.#index = index;
  }

  has(id: string): boolean {
    return this.#awake.has(id) || this.#asleep.has(id);
  }

  get(id: string): KnownSession | undefined {
    const kept = this.#asleep.get(id);
    const info = kept && this.#index.get(id);
    if (info) this.set(new KnownSession(this.#house, { ...info, ...kept }));
    return this.#awake.get(id);
  }

  /** Those that somebody has turned to: in no other does anything happen. */
  get awake(): ReadonlyMap<string, KnownSession> {
    return this.#awake;
  }

  set(session: KnownSession): void {
    const { id } = session.info;
    this.#asleep.delete(id);
    this.#awake.set(id, session);
  }

  /** Takes up a session as an earlier gateway has kept it. */
  keep(stored: StoredSession): void {
    const { info, ...kept } = separate(stored);
    this.#index.set(info);
    this.#asleep.set(info.id, kept);
  }

  delete(id: string): void {
    this.#asleep.delete(id);
    this.#awake.delete(id);
  }
}
