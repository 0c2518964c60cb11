// Wrong tokens, codes and cookies: counted, told in the log once a burst, and answered the more slowly the more there are. What
// is right never comes here, so nobody is locked out.
import { setMaxListeners } from 'node:events';
import type { Device } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { pause } from '../../clock.ts';
import type { AuditLog } from '../../log/auditLog.ts';

export interface FailuresOptions {
  clock: Clock;
  auditLog: Pick<AuditLog, 'note'>;
  /** Aborted at shutdown: nobody waits any longer, and what was counted is written down. */
  signal: AbortSignal;
}

/** What was shown, and from where. */
export interface Failure {
  what: 'token' | 'code' | 'cookie' | 'proof';
  address?: string | undefined;
  program?: string | undefined;
  /** Whose cookie it was, where its key was missing. */
  device?: Device | undefined;
}

/** So many are answered at once: a person who mistypes, a tab that was left open. */
const free = { fromOneAddress: 10, inAll: 100 };
const firstDelayMs = 100;
const longestDelayMs = 5_000;
/** A burst is over, and its delays are, after this long without a failure. */
const quietMs = 60_000;
/** One that goes on is told about this often. */
const longestBurstMs = 60 * 60_000;
/** Those that came longest ago are forgotten first. */
const mostAddresses = 500;
/** Each holds a connection. Further ones are answered at once, and their connections closed. */
const mostWaiting = 32;

interface Burst {
  first: Failure;
  since: number;
  lastAt: number;
  count: number;
}

export class Failures {
  readonly #options: FailuresOptions;
  readonly #addresses = new Map<string, { count: number; lastAt: number }>();
  readonly #bursts = new Map<Failure['what'], Burst>();
  #waiting = 0;

  constructor(options: FailuresOptions) {
    this.#options = options;
    // Each that waits listens, and there are never more than those.
    setMaxListeners(0, options.signal);
    options.signal.addEventListener('abort', () => this.#bursts.forEach((burst) => this.#over(burst)));
  }

  /** Notes a failure, and waits for as long as its answer is to take. Says whether its connection is to be closed. */
  async note(failure: Failure, gone: AbortSignal): Promise<{ isCrowded: boolean }> {
    const delayMs = Math.max(this.#delayFor(failure.address ?? ''), delayAfter(this.#count(failure), free.inAll));
    if (delayMs === 0) return { isCrowded: false };
    if (this.#waiting >= mostWaiting) return { isCrowded: true };
    this.#waiting += 1;
    await pause(this.#options.clock, delayMs, gone, this.#options.signal);
    this.#waiting -= 1;
    return { isCrowded: false };
  }

  #delayFor(address: string): number {
    const now = this.#options.clock.now();
    const earlier = this.#addresses.get(address);
    const count = earlier && now - earlier.lastAt < quietMs ? earlier.count + 1 : 1;
    // Put in anew, so that the first in the map is the one that came longest ago.
    this.#addresses.delete(address);
    this.#addresses.set(address, { count, lastAt: now });
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > mostAddresses && oldest !== undefined) this.#addresses.delete(oldest);
    return delayAfter(count, free.fromOneAddress);
  }

  /** The number of failures in this burst. The first of it is told at once. */
  #count(failure: Failure): number {
    const now = this.#options.clock.now();
    const burst = this.#bursts.get(failure.what) ?? { first: failure, since: now, lastAt: now, count: 0 };
    burst.count += 1;
    burst.lastAt = now;
    if (burst.count > 1) return burst.count;
    this.#bursts.set(failure.what, burst);
    this.#tell(burst);
    void this.#endWhenQuiet(burst);
    return 1;
  }

  async #endWhenQuiet(burst: Burst): Promise<void> {
    const { clock, signal } = this.#options;
    do {
      await pause(clock, quietMs, signal);
      if (signal.aborted) return;
    } while (clock.now() - burst.lastAt < quietMs && clock.now() - burst.since < longestBurstMs);
    this.#over(burst);
  }

  #over(burst: Burst): void {
    this.#bursts.delete(burst.first.what);
    if (burst.count > 1) this.#tell(burst);
  }

  #tell({ first: { what, address, program, device }, count }: Burst): void {
    const from = { ...(address !== undefined && { address }), ...(program !== undefined && { program }) };
    this.#options.auditLog.note({ type: 'sign_in_failed', data: { what, count, ...from, ...(device && { device }) } });
  }
}

function delayAfter(count: number, freeOfDelay: number): number {
  return count <= freeOfDelay ? 0 : Math.min(firstDelayMs * 2 ** (count - freeOfDelay - 1), longestDelayMs);
}
