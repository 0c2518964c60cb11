// Work that needs the store, done as soon as the store can be written.
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

const firstRetryMs = 500;
const longestRetryMs = 5_000;

interface Patience {
  clock: Clock;
  /** Where one of them aborts, it is in vain. */
  signals: readonly AbortSignal[];
}

/** Tries until the work is done, fails for another reason, or is in vain: then, undefined. */
export async function onceWritable<T>(work: () => Promise<T>, patience: Patience): Promise<T | undefined> {
  for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeckonError) || error.code !== 'store_unavailable') throw error;
    }
    await pause(delayMs, patience);
    if (isInVain(patience)) return undefined;
  }
}

function pause(delayMs: number, patience: Patience): Promise<void> {
  const { clock, signals } = patience;
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      for (const signal of signals) signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(delayMs, finish);
    for (const signal of signals) signal.addEventListener('abort', finish);
    if (isInVain(patience)) finish();
  });
}

function isInVain({ signals }: Patience): boolean {
  return signals.some(({ aborted }) => aborted);
}
