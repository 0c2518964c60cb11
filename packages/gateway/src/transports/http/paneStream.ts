// The screen of a terminal as server-sent events, with a sign of life while nothing is written to it. Pulled by its
// reader: one that does not read holds one event, and is cut off in the end.
import type { PaneEvent, Transport } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import { signOfLifeMs, signsUntilCut } from './eventStream.ts';

export interface PaneStreamOptions {
  transport: Transport;
  sessionId: string;
  clock: Clock;
  signal: AbortSignal;
  /** Ends the connection of a client that does not read, which its stream cannot. */
  cut: () => void;
}

/** Rejects where there is no such terminal, before anything is sent. */
export async function paneStream(options: PaneStreamOptions): Promise<ReadableStream<Uint8Array>> {
  const { transport, sessionId, clock, signal, cut } = options;
  const events = transport.watchPane(sessionId, { signal })[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  // The one outstanding `next()` is kept while signs of life go out.
  let next: Promise<IteratorResult<PaneEvent>> | undefined = Promise.resolve(await events.next());
  let cancelCut: (() => void) | undefined;

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        cancelCut?.();
        next ??= events.next();
        const arrived = await orSignOfLife(next, clock);
        if (arrived) next = undefined;
        if (arrived?.done) return controller.close();
        const text = arrived ? `data: ${JSON.stringify(arrived.value)}\n\n` : ': still here\n\n';
        cancelCut = clock.after(signsUntilCut * signOfLifeMs, cut);
        controller.enqueue(encoder.encode(text));
      },
      async cancel() {
        cancelCut?.();
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
