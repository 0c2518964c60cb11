// Reads a transport's events one by one.
import type { EventPosition, EventsOptions, ReceivedEvent, Transport } from '@beckon/protocol';
import { emptyView, reduceView } from '@beckon/protocol';

/** A stream that a test reads event by event, and the view that comes of it. */
export class Stream implements AsyncDisposable {
  view = emptyView;
  readonly #events: AsyncIterator<ReceivedEvent>;
  readonly #abort = new AbortController();

  constructor(transport: Transport, options: Omit<EventsOptions, 'signal'> = {}) {
    this.#events = transport.events({ ...options, signal: this.#abort.signal })[Symbol.asyncIterator]();
  }

  async next(): Promise<ReceivedEvent> {
    const { done, value } = await this.#events.next();
    if (done) throw new Error('the stream has ended');
    this.view = reduceView(this.view, value);
    return value;
  }

  async until(isWanted: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent> {
    for (;;) {
      const event = await this.next();
      if (isWanted(event)) return event;
    }
  }

  async [Symbol.asyncDispose]() {
    this.#abort.abort();
    await this.#events.return?.();
  }
}

export async function first(events: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent> {
  for await (const event of events) return event;
  throw new Error('the stream has ended');
}

/** Where a snapshot stands. */
export function positionOf(event: ReceivedEvent): EventPosition {
  if (event.type !== 'snapshot') throw new Error('not a snapshot');
  return { epoch: event.data.epoch, seq: event.seq };
}
