// A time that keeps saying how long ago it was. One clock ticks for all of them, and draws only those whose words change.
import { useSyncExternalStore } from 'react';
import { relativeTime } from './words.ts';

const tickMs = 20_000;

export function RelativeTime({ at }: { at: number }) {
  const words = useSyncExternalStore(onTick, () => relativeTime(at, Date.now()));
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()} className="whitespace-nowrap">
      {words}
    </time>
  );
}

const listeners = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

function onTick(listen: () => void): () => void {
  listeners.add(listen);
  clock ??= setInterval(() => {
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listen);
    if (listeners.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
