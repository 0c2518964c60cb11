// Work that needs the store, done as soon as the store can be written.
import { backOffMs, BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';
import { pause } from '../clock.ts';

const retries = { firstMs: 500, longestMs: 5_000 };

interface Patience {
  clock: Clock;
  /** Where one of them aborts, it is in vain. */
  signals: readonly AbortSignal[];
}

/** Tries until the work is done, fails for another reason, or is in vain: then, undefined. */
export async function onceWritable<T>(work: () => Promise<T>, patience: Patience): Promise<T | undefined> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeckonError) || error.code !== 'store_unavailable') throw error;
    }
    await pause(patience.clock, backOffMs(failures, retries), ...patience.signals);
    if (isInVain(patience)) return undefined;
  }
}

function isInVain({ signals }: Patience): boolean {
  return signals.some(({ aborted }) => aborted);
}
