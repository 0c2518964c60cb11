// Everything the gateway tells its clients, in one numbered line. The log keeps only a tail; each subscriber is a
// cursor into it, so a slow or stuck one holds no memory and delays nobody.
import { randomUUID } from 'node:crypto';
import type {
  AskEvent,
  AskId,
  Device,
  EventPosition,
  GatewayEvent,
  Session,
  SessionEvent,
  SessionEventDraft,
  Trouble,
} from '@beckon/protocol';
import { announcesAsk, isAskEvent } from '@beckon/protocol';
import { listJson } from './listJson.ts';

/** How much is kept; beyond it, the older half goes. */
export interface EventTail {
  tailEvents?: number;
  tailBytes?: number;
}

export interface EventLogOptions extends EventTail {
  /** The sessions as they are now; read together with the log's position, in one step. */
  snapshot(): Session[];
  /** What is wrong with the gateway as a whole, where something is. */
  trouble?(): Trouble | undefined;
  /** These asks are on their way to a client on that device. */
  onShown?(askIds: readonly AskId[], device: Device): void;
}

/** An event and its JSON text, which is made once for all clients. */
export interface LoggedEvent {
  event: GatewayEvent;
  json: string;
  /** The asks that it shows for the first time. */
  askIds?: readonly AskId[];
}

export class EventLog {
  readonly epoch = randomUUID();
  readonly #options: Required<EventLogOptions>;
  /** The tail; its first event has the number `#firstSeq`. */
  #tail: LoggedEvent[] = [];
  #firstSeq = 1;
  #tailBytes = 0;
  readonly #listeners = new Set<() => void>();

  constructor(options: EventLogOptions) {
    const nothing = () => undefined;
    this.#options = { trouble: nothing, onShown: nothing, tailEvents: 20_000, tailBytes: 32 * 1024 * 1024, ...options };
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#firstSeq + this.#tail.length - 1;
  }

  append(sessionId: string, draft: SessionEventDraft): SessionEvent {
    return this.#append({ ...draft, sessionId, seq: this.seq + 1 });
  }

  /** Tells everyone that the gateway itself is in trouble, or no longer. */
  appendTrouble(trouble: Trouble | undefined): void {
    this.#append({ type: 'gateway_status', seq: this.seq + 1, data: { ...(trouble && { trouble }) } });
  }

  /** Lets go of what was told before anyone could listen. */
  forgetTail(): void {
    this.#firstSeq = this.seq + 1;
    this.#tail = [];
    this.#tailBytes = 0;
  }

  /** Calls back with every append, until the returned function is called. */
  onAppend(listen: () => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  /**
   * A place in the log from which to read on: after `position` where that is still known, else from a snapshot. `device`
   * says where the reader is, if it is a person's.
   */
  cursor(position?: EventPosition, device?: Device): Cursor {
    const isKnown = position?.epoch === this.epoch && position.seq <= this.seq && position.seq + 1 >= this.#firstSeq;
    let nextSeq = isKnown ? position.seq + 1 : undefined;
    let isResuming = position !== undefined;
    const shown = (events: LoggedEvent[]) => {
      if (device === undefined) return events;
      for (const { askIds } of events) if (askIds) this.#options.onShown(askIds, device);
      return events;
    };
    return {
      take: () => {
        if (nextSeq === undefined || nextSeq < this.#firstSeq) {
          const snapshot = this.#snapshot(isResuming);
          isResuming = true;
          nextSeq = this.seq + 1;
          return shown([snapshot]);
        }
        const events = this.#batchFrom(nextSeq);
        nextSeq += events.length;
        return shown(events);
      },
      hasMore: () => nextSeq === undefined || nextSeq <= this.seq,
    };
  }

  /** A cursor that can be waited on. */
  subscribe(position?: EventPosition, device?: Device): Subscription {
    const cursor = this.cursor(position, device);
    let isClosed = false;
    let wake: (() => void) | undefined;
    const ignore = this.onAppend(() => wake?.());
    return {
      take: () => (isClosed ? [] : cursor.take()),
      more: () => {
        if (isClosed || cursor.hasMore()) return Promise.resolve();
        return new Promise((resolve) => (wake = resolve));
      },
      close: () => {
        isClosed = true;
        ignore();
        wake?.();
      },
    };
  }

  #batchFrom(seq: number): LoggedEvent[] {
    const start = seq - this.#firstSeq;
    let end = start;
    for (let bytes = 0; end < this.#tail.length && bytes < largestBatchBytes; end++) {
      bytes += this.#tail[end]?.json.length ?? 0;
    }
    return this.#tail.slice(start, end);
  }

  #append<Event extends GatewayEvent>(event: Event): Event {
    const json = JSON.stringify(event);
    const askIds = isAnnouncement(event) ? { askIds: [event.data.ask.id] } : {};
    this.#tail.push({ event, json, ...askIds });
    this.#tailBytes += json.length;
    this.#trim();
    for (const listen of this.#listeners) listen();
    return event;
  }

  #snapshot(reset: boolean): LoggedEvent {
    const trouble = this.#options.trouble();
    const sessions = this.#options.snapshot();
    const about = { epoch: this.epoch, reset, ...(trouble && { trouble }) };
    const event: GatewayEvent = { type: 'snapshot', seq: this.seq, data: { ...about, sessions } };
    const json = `{"type":"snapshot","seq":${event.seq},"data":${listJson(about, 'sessions', sessions)}}`;
    const askIds = sessions.flatMap(({ asks }) => asks.map(({ id }) => id));
    return { event, json, askIds };
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

function isAnnouncement(event: GatewayEvent): event is AskEvent {
  return event.type !== 'snapshot' && event.type !== 'gateway_status' && isAskEvent(event) && announcesAsk(event);
}

/** What a client holds that does not read: one batch, or a single event that is larger. Also keeps writes short. */
const largestBatchBytes = 64 * 1024;

export interface Cursor {
  /** What is there now, in order and not too much at once; empty where nothing is. */
  take(): LoggedEvent[];
  /** Whether `take` has something to give. */
  hasMore(): boolean;
}

export interface Subscription {
  /** As a cursor's; empty after closing too. */
  take(): LoggedEvent[];
  /** Resolves when `take` has something to give, or the subscription was closed. */
  more(): Promise<void>;
  close(): void;
}
