// A limit on how long the agent may take to answer.
import type { Clock } from '../../clock.ts';

export class TimedOut extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'TimedOut';
  }
}

/** What the promise gives, or a `TimedOut` where it takes too long. Leaves no timer behind. */
export async function within<T>(limitMs: number, promise: Promise<T>, clock: Clock): Promise<T> {
  let cancel: () => void = () => undefined;
  const limit = new Promise<never>((_, reject) => {
    cancel = clock.after(limitMs, () => reject(new TimedOut(limitMs)));
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    cancel();
  }
}
