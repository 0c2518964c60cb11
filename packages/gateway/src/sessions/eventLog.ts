// Everything the gateway tells its clients, in one numbered line. The log keeps only a tail; each subscriber is a
// cursor into it, so a slow or stuck one holds no memory and delays nobody.
import { randomUUID } from 'node:crypto';
import type { EventPosition, GatewayEvent, Session, SessionEvent, SessionEventDraft } from '@beckon/protocol';

export interface EventLogOptions {
  /** The sessions as they are now; read together with the log's position, in one step. */
  snapshot(): Session[];
  /** How much of the tail is kept. */
  tailEvents?: number;
  tailBytes?: number;
}

/** An event and its JSON text, which is made once for all clients. */
export interface LoggedEvent {
  event: GatewayEvent;
  json: string;
}

export class EventLog {
  readonly epoch = randomUUID();
  readonly #options: Required<EventLogOptions>;
  /** The tail; its first event has the number `#firstSeq`. */
  #tail: LoggedEvent[] = [];
  #firstSeq = 1;
  #tailBytes = 0;
  readonly #wakers = new Set<() => void>();

  constructor(options: EventLogOptions) {
    this.#options = { tailEvents: 20_000, tailBytes: 32 * 1024 * 1024, ...options };
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#firstSeq + this.#tail.length - 1;
  }

  append(sessionId: string, draft: SessionEventDraft): SessionEvent {
    const event: SessionEvent = { ...draft, sessionId, seq: this.seq + 1 };
    const json = JSON.stringify(event);
    this.#tail.push({ event, json });
    this.#tailBytes += json.length;
    this.#trim();
    for (const wake of this.#wakers) wake();
    return event;
  }

  /** A place in the log from which to read on: after `position` where that is still known, else from a snapshot. */
  subscribe(position?: EventPosition): Subscription {
    const isKnown = position?.epoch === this.epoch && position.seq <= this.seq && position.seq + 1 >= this.#firstSeq;
    let nextSeq = isKnown ? position.seq + 1 : undefined;
    let isResuming = position !== undefined;
    let isClosed = false;
    let wake: (() => void) | undefined;
    const onAppend = () => wake?.();
    this.#wakers.add(onAppend);

    return {
      take: () => {
        if (isClosed) return [];
        if (nextSeq === undefined || nextSeq < this.#firstSeq) {
          const snapshot = this.#snapshot(isResuming);
          isResuming = true;
          nextSeq = this.seq + 1;
          return [snapshot];
        }
        const events = this.#tail.slice(nextSeq - this.#firstSeq, nextSeq - this.#firstSeq + largestBatch);
        nextSeq += events.length;
        return events;
      },
      more: () => {
        if (isClosed || nextSeq === undefined || nextSeq <= this.seq) return Promise.resolve();
        return new Promise((resolve) => (wake = resolve));
      },
      close: () => {
        isClosed = true;
        this.#wakers.delete(onAppend);
        wake?.();
      },
    };
  }

  #snapshot(reset: boolean): LoggedEvent {
    const data = { epoch: this.epoch, reset, sessions: this.#options.snapshot() };
    const event: GatewayEvent = { type: 'snapshot', seq: this.seq, data };
    return { event, json: JSON.stringify(event) };
  }

  /** Drops the older half once the tail has outgrown its limit, so that an append costs the same on average. */
  #trim(): void {
    const { tailEvents, tailBytes } = this.#options;
    if (this.#tail.length <= tailEvents && this.#tailBytes <= tailBytes) return;
    const dropped = this.#tail.splice(0, Math.ceil(this.#tail.length / 2));
    this.#firstSeq += dropped.length;
    this.#tailBytes -= dropped.reduce((sum, { json }) => sum + json.length, 0);
  }
}

/** Keeps one write to a client small enough to be interleaved with others. */
const largestBatch = 500;

export interface Subscription {
  /** What is there now, in order; empty where nothing is, or after closing. */
  take(): LoggedEvent[];
  /** Resolves when `take` has something to give, or the subscription was closed. */
  more(): Promise<void>;
  close(): void;
}
