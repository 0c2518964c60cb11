// An answer that waits a moment before it goes on its way: how long still, and the way to take it back.
import type { Ask } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { TakeBack } from './TakeBack.tsx';

export function DelayedNote({ ask }: { ask: Ask }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="text-muted">
        <DeliveryWords ask={ask} />
      </p>
      <TakeBack ask={ask} words="Take back" look="secondary" />
    </div>
  );
}

/** Counts down to when the answer goes on its way. */
export function DeliveryWords({ ask }: { ask: Ask }) {
  const { answeredAt = 0, dueAt = 0 } = ask;
  return <Counting key={`${ask.id} ${dueAt}`} wholeMs={dueAt - answeredAt} leftMs={dueAt - Date.now()} />;
}

/** A device whose clock differs from the gateway's counts all of the time from when it was told. */
function Counting({ wholeMs, leftMs }: { wholeMs: number; leftMs: number }) {
  const [endsAt] = useState(() => Date.now() + (leftMs >= 0 && leftMs <= wholeMs ? leftMs : wholeMs));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((endsAt - now) / 1000);
  return (
    <>
      <span className="sr-only">Delivered in a moment</span>
      {/* A count that changes every second is nothing to read aloud. */}
      <span aria-hidden className="tabular-nums">
        {seconds > 0 ? `Delivered in ${seconds} s` : 'Sending…'}
      </span>
    </>
  );
}
