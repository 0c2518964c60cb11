// How many agents run at once: each has a place, and a start that finds none waits in line until one has given way.
//
// Only agents that end with the gateway take a place. One that lives on without it, in a terminal, belongs to its person:
// it cannot be ended to make room, so that counting it could only keep the others from starting.
import { totalmem } from 'node:os';
import type { Clock } from '../clock.ts';
import type { Standing } from './givingWay.ts';
import { nextInLine, whoGivesWay } from './givingWay.ts';

export interface Tenant {
  /** What its agent does now. */
  readonly standing: Standing;
  /** Whether an answer waits for its agent to start. */
  readonly hasAnswer: boolean;
  /** Ends or parks its agent. */
  giveWay(): void;
}

export interface PlacesOptions {
  /** How many there are. */
  most: number;
  clock: Clock;
}

/** What keeps an agent busy comes to an end without a word. */
const lookAgainMs = 5_000;

export class StartQueue {
  readonly most: number;
  readonly #clock: Clock;
  readonly #tenants = new Set<Tenant>();
  readonly #line = new Map<Tenant, () => void>();
  #cancelLook: (() => void) | undefined;

  constructor({ most, clock }: PlacesOptions) {
    this.most = most;
    this.#clock = clock;
  }

  /** Calls back once there is a place for it: at once, or later, unless it leaves before. Says whether it has one. */
  ask(tenant: Tenant, given: () => void): boolean {
    this.#line.set(tenant, given);
    this.#look();
    return this.#tenants.has(tenant);
  }

  /** It waits no longer, or its agent is gone. */
  leave(tenant: Tenant): void {
    const wasThere = this.#line.delete(tenant) || this.#tenants.delete(tenant);
    if (wasThere) this.#look();
  }

  /**
   * To be called whenever what an agent does has changed: it may be able to give way now. Not at once, because whoever
   * calls may be in the middle of that very change.
   */
  lookSoon(): void {
    if (this.#line.size > 0) queueMicrotask(() => this.#look());
  }

  #look(): void {
    if (this.#line.size > 0) this.#makeRoom();
    this.#lookAgain();
  }

  #makeRoom(): void {
    while (this.#tenants.size < this.most) {
      const next = nextInLine([...this.#line.keys()]);
      if (!next) break;
      const given = this.#line.get(next);
      this.#line.delete(next);
      this.#tenants.add(next);
      given?.();
    }
    for (const tenant of whoGivesWay([...this.#tenants], this.#line.size)) tenant.giveWay();
  }

  #lookAgain(): void {
    this.#cancelLook?.();
    this.#cancelLook = this.#line.size === 0 ? undefined : this.#clock.after(lookAgainMs, () => this.#look());
  }
}

/** An agent that waits holds about 210 MB. */
const bytesPerAgent = 250 * 2 ** 20;
const fewest = 4;

/** As many agents as half of the machine's memory holds. */
export function defaultMostAgents(memoryBytes = totalmem()): number {
  return Math.max(fewest, Math.floor(memoryBytes / 2 / bytesPerAgent));
}
