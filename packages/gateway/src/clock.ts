// Time as the house sees it, so that tests can own it.
export interface Clock {
  now(): number;
  /** Calls back once after `delayMs`, unless the returned function is called before. */
  after(delayMs: number, callback: () => void): () => void;
}

/** `setTimeout` fires at once beyond this. */
const longestTimeoutMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    let timer: NodeJS.Timeout;
    const wait = (leftMs: number) => {
      const stepMs = Math.min(leftMs, longestTimeoutMs);
      timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), stepMs);
    };
    wait(delayMs);
    return () => clearTimeout(timer);
  },
};

/** Resolves after a while, or as soon as one of the signals aborts. No timer is left behind. */
export function pause(clock: Clock, delayMs: number, ...signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      for (const signal of signals) signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(delayMs, finish);
    for (const signal of signals) signal.addEventListener('abort', finish);
    if (signals.some(({ aborted }) => aborted)) finish();
  });
}

/** Looks every so often whether it is so; says whether it was within the time. */
export async function becomesTrue(clock: Clock, isSo: () => boolean | Promise<boolean>, wait: Wait): Promise<boolean> {
  // A timer, not a time of day: that may be set back meanwhile.
  const limit = new AbortController();
  const cancel = clock.after(wait.withinMs, () => limit.abort());
  try {
    while (!(await isSo())) {
      if (limit.signal.aborted) return false;
      await pause(clock, wait.everyMs);
    }
    return true;
  } finally {
    cancel();
  }
}

export interface Wait {
  withinMs: number;
  everyMs: number;
}
