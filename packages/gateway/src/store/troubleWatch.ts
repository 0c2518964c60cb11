// Watches over the store while the gateway runs: says at once when it cannot be written, tries again every now and then,
// and has what was missed written when it can.
import type { Trouble } from '@beckon/protocol';
import { backOffMs, BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Disk } from './disk.ts';

export interface TroubleWatchOptions {
  disk: Disk;
  clock: Clock;
  log: Logger;
}

export interface TroubleListener {
  /** Something is wrong, or no longer. */
  onChange(trouble: Trouble | undefined): void;
  /** Writes what could not be written; throws where it still cannot. */
  catchUp(over: Trouble): void;
}

const probes = { firstMs: 1_000, longestMs: 30_000 };

export class TroubleWatch {
  readonly #options: TroubleWatchOptions;
  #listener: TroubleListener = { onChange: () => undefined, catchUp: () => undefined };
  /** Said for as long as the gateway runs. */
  readonly #standing: Trouble | undefined;
  #acute: Trouble | undefined;
  #cancelProbe: (() => void) | undefined;

  constructor(options: TroubleWatchOptions) {
    this.#options = options;
    const { disk, clock } = options;
    this.#standing = standingTrouble(disk, clock.now());
    disk.onTrouble((error, { isDamage }) => this.#begin(error, isDamage));
  }

  get trouble(): Trouble | undefined {
    return this.#acute ?? this.#standing;
  }

  tell(listener: TroubleListener): void {
    this.#listener = listener;
  }

  /** A log in which a trouble that is known is not repeated with every write that fails for it. */
  get calmLog(): Logger {
    const { log } = this.#options;
    const unlessKnown =
      (say: Logger['error']): Logger['error'] =>
      (detail, message) => {
        const isKnown = this.#acute && 'error' in detail && isStoreError(detail.error);
        if (!isKnown) say(detail, message);
      };
    return {
      info: (detail, message) => log.info(detail, message),
      warn: unlessKnown((detail, message) => log.warn(detail, message)),
      error: unlessKnown((detail, message) => log.error(detail, message)),
    };
  }

  close(): void {
    this.#options.disk.onTrouble(() => undefined);
    this.#cancelProbe?.();
  }

  #begin(error: BeckonError, isDamage: boolean): void {
    const isKnown = this.#acute?.message === error.message;
    if (isKnown) return;
    const since = this.#acute?.since ?? this.#options.clock.now();
    this.#acute = { code: 'store_unavailable', message: error.message, since };
    // A lock that has been waited for once is a long one, and each wait would stop everyone.
    this.#options.disk.setPatience(false);
    this.#options.log.error({ error }, 'the database cannot be written');
    this.#listener.onChange(this.trouble);
    // Writing to a damaged file may well succeed, and makes nothing better.
    if (isDamage) this.#cancelProbe?.();
    else this.#cancelProbe ??= this.#probeAfter(1);
  }

  #probeAfter(failures: number): () => void {
    return this.#options.clock.after(backOffMs(failures, probes), () => {
      if (this.#isOver()) this.#cancelProbe = undefined;
      else this.#cancelProbe = this.#probeAfter(failures + 1);
    });
  }

  #isOver(): boolean {
    const over = this.#acute;
    if (!over) return true;
    try {
      this.#options.disk.takeRoom();
      this.#listener.catchUp(over);
    } catch (error) {
      if (isStoreError(error)) return false;
      // A bug of ours: the disk is well, and no further try would write it.
      this.#options.log.error({ error }, 'could not write all that was missed');
    }
    this.#acute = undefined;
    this.#options.disk.setPatience(true);
    this.#options.log.warn({ since: over.since }, 'the database can be written again');
    this.#listener.onChange(this.trouble);
    return true;
  }
}

function isStoreError(error: unknown): boolean {
  return error instanceof BeckonError && error.code === 'store_unavailable';
}

function standingTrouble({ setAside }: Disk, since: number): Trouble | undefined {
  if (setAside === undefined) return undefined;
  const message =
    `Beckon’s database was damaged and has been set aside as ${setAside}. ` +
    'Beckon started with a new one; nothing was deleted.';
  return { code: 'database_set_aside', message, since };
}
