// Looks names up for senders, a few at a time. The system's resolver takes a thread of the process for as long as it waits, and
// there are four of them for all that reads files: a name server that hangs must not hold them all.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveBySystem: Resolve = (host) => lookup(host, { all: true, verbatim: true });

const mostAtOnce = 3;

export class Lookups {
  readonly #resolve: Resolve;
  /** Who asks for a name that is being looked up gets the same answer. */
  readonly #underWay = new Map<string, Promise<LookupAddress[]>>();
  readonly #inLine: (() => void)[] = [];
  #running = 0;

  constructor(resolve: Resolve = resolveBySystem) {
    this.#resolve = resolve;
  }

  addressesOf(host: string): Promise<LookupAddress[]> {
    const known = this.#underWay.get(host);
    if (known) return known;
    const found = this.#inTurn(host).finally(() => this.#underWay.delete(host));
    this.#underWay.set(host, found);
    return found;
  }

  async #inTurn(host: string): Promise<LookupAddress[]> {
    if (this.#running >= mostAtOnce) await new Promise<void>((resolve) => this.#inLine.push(resolve));
    else this.#running += 1;
    try {
      return await this.#resolve(host);
    } finally {
      // Whoever is next takes this place over.
      const next = this.#inLine.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
