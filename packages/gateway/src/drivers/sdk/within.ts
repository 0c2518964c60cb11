// A limit on how long the agent may take to answer.

export class TimedOut extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'TimedOut';
  }
}

/** What the promise gives, or a `TimedOut` where it takes too long. Leaves no timer behind. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(limitMs)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
