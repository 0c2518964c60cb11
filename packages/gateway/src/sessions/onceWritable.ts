// Work that needs the store, done as soon as the store can be written.
import { BeckonError } from '@beckon/protocol';
import type { Clock } from '../clock.ts';

const firstRetryMs = 500;
const longestRetryMs = 5_000;

/** Tries until the work is done or fails for another reason; where `signal` aborts first, undefined. */
export async function onceWritable<T>(
  work: () => Promise<T>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<T | undefined> {
  for (let delayMs = firstRetryMs; ; delayMs = Math.min(delayMs * 2, longestRetryMs)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeckonError) || error.code !== 'store_unavailable') throw error;
    }
    await pause(delayMs, { clock, signal });
    if (signal.aborted) return undefined;
  }
}

function pause(delayMs: number, { clock, signal }: { clock: Clock; signal: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(delayMs, finish);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
