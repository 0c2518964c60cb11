// The screen of a terminal as server-sent events, with a sign of life while nothing is written to it.
import type { PaneEvent, Transport } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';

const signOfLifeMs = 15_000;

export interface PaneStreamOptions {
  transport: Transport;
  sessionId: string;
  clock: Clock;
  signal: AbortSignal;
}

/** Rejects where there is no such terminal, before anything is sent. */
export async function paneStream(options: PaneStreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { transport, sessionId, clock, signal } = options;
  const events = transport.watchPane(sessionId, { signal })[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  // The one outstanding `next()` is kept while signs of life go out.
  let next: Promise<IteratorResult<PaneEvent>> | undefined = Promise.resolve(await events.next());

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= events.next();
        const arrived = await orSignOfLife(next, clock);
        if (arrived === undefined) return controller.enqueue(encoder.encode(': still here\n\n'));
        next = undefined;
        if (arrived.done) return controller.close();
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(arrived.value)}\n\n`));
      },
      async cancel() {
        await events.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function orSignOfLife<T>(wait: Promise<T>, clock: Clock): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(signOfLifeMs, () => resolve(undefined));
    wait.then(resolve, reject).finally(cancel);
  });
}
