// Does long work in slices, between which everybody else in the gateway gets their turn.
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '@beckon/protocol';

const sliceMs = 8;

export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let end = performance.now() + sliceMs; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await setImmediate();
    end = performance.now() + sliceMs;
  }
}
