// The time after which an ask has waited long enough.
import type { Clock } from '../clock.ts';

const lookAgainMs = 60_000;

/** Calls when the time is over, and again every so often until it is stopped: what was in the way then comes to an end. */
export function startLimitTimer(clock: Clock, afterMs: number, reached: () => void): () => void {
  const tell = () => {
    cancel = clock.after(lookAgainMs, tell);
    reached();
  };
  let cancel = clock.after(afterMs, tell);
  return () => cancel();
}
