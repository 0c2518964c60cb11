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
