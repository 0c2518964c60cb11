// How long to wait before something that failed is tried again.

export interface BackOff {
  firstMs: number;
  longestMs: number;
}

/** After so many failures in a row: the first wait after one, twice as long after each further, up to the longest. */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff): number {
  return Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs);
}

/** A quarter more or less, so that many who have lost the same gateway do not all come back at once. */
export function scattered(delayMs: number, random = Math.random()): number {
  return Math.round(delayMs * (0.75 + random / 2));
}
