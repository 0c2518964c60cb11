// What a client asks for under a key of its own is done once, however often the reply is lost and it asks again, also
// after a crash of the gateway.
import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AttemptStore } from '../store/attemptStore.ts';

export interface AttemptsOptions {
  store: AttemptStore;
  clock: Clock;
  log: Logger;
}

/** Nobody presses the same button again after so long. */
const keptMs = 7 * 24 * 60 * 60_000;

export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #underWay = new Map<string, Promise<void>>();
  /** Done, but not written down yet: the store is in trouble. */
  readonly #unwritten = new Set<string>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /** Acts, unless that is done already or under way. What has failed may be tried again. */
  async once(id: string, act: () => Promise<void>): Promise<void> {
    const underWay = this.#underWay.get(id);
    if (underWay) return underWay;
    if (this.#isDone(id)) return;
    const acting = act();
    this.#underWay.set(id, acting);
    try {
      await acting;
      this.#keep(id);
    } finally {
      this.#underWay.delete(id);
    }
  }

  #isDone(id: string): boolean {
    return this.#unwritten.has(id) || this.#options.store.has(id);
  }

  /** It has happened, so that failing now would only make the client try again. */
  #keep(id: string): void {
    const { store, clock, log } = this.#options;
    this.#unwritten.add(id);
    try {
      store.forget(clock.now() - keptMs);
      store.add([...this.#unwritten], clock.now());
      this.#unwritten.clear();
    } catch (error) {
      log.error({ error }, 'could not note what a client asked for');
    }
  }
}

/** The same for the same key and content, in the form of a UUID: so that what comes of it can go by the same name. */
export function attemptId(clientKey: string, ...content: unknown[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([clientKey, ...content]))
    .digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
