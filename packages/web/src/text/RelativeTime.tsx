// A time that keeps saying how long ago it was.
import { useEffect, useState } from 'react';
import { relativeTime } from './words.ts';

const tickMs = 20_000;

export function RelativeTime({ at }: { at: number }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()} className="whitespace-nowrap">
      {relativeTime(at, now)}
    </time>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
