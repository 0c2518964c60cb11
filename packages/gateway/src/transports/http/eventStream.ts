// The event log as server-sent events. The stream is pulled by its reader: one that stops reading is simply not asked
// for more, and picks up where it was, or from a new snapshot if the tail has moved on.
import { formatPosition, parsePosition } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { EventLog, LoggedEvent, Subscription } from '../../sessions/eventLog.ts';

const signOfLifeMs = 15_000;

export interface EventStreamOptions {
  events: EventLog;
  clock: Clock;
  lastEventId: string | undefined;
  signal: AbortSignal;
}

export function eventStream({ events, clock, lastEventId, signal }: EventStreamOptions): ReadableStream<Uint8Array> {
  const subscription = events.subscribe(parsePosition(lastEventId));
  const encoder = new TextEncoder();
  const close = () => subscription.close();
  signal.addEventListener('abort', close, { once: true });

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const batch = subscription.take();
        if (batch.length === 0 && !signal.aborted) await moreOrSignOfLife(subscription, clock);
        if (signal.aborted) return controller.close();
        const due = batch.length > 0 ? batch : subscription.take();
        const text = due.length > 0 ? due.map((entry) => frame(events.epoch, entry)).join('') : ': still here\n\n';
        controller.enqueue(encoder.encode(text));
      },
      cancel() {
        signal.removeEventListener('abort', close);
        close();
      },
    },
    { highWaterMark: 0 },
  );
}

function moreOrSignOfLife(subscription: Subscription, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(signOfLifeMs, resolve);
    subscription.more().then(resolve, reject).finally(cancel);
  });
}

function frame(epoch: string, { event, json }: LoggedEvent): string {
  return `id: ${formatPosition({ epoch, seq: event.seq })}\ndata: ${json}\n\n`;
}
