// How long until the next try.
import { useEffect, useState } from 'react';

/** Up to so many, seconds are worth counting. */
const countedSeconds = 90;

/** A new time is counted down from the moment that it is known, not from the last beat of the one before. */
export function Countdown({ until }: { until: number }) {
  return <Counting key={until} until={until} />;
}

function Counting({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1000);
  if (seconds <= 0) return 'Trying…';
  return `Next try in ${seconds > countedSeconds ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`}`;
}
