// Everything the gateway tells its clients, in one numbered line. The log keeps only a tail; each subscriber is a
// cursor into it, so a slow or stuck one holds no memory and delays nobody.
import { randomUUID } from 'node:crypto';
import type {
  AnswerDraft,
  EventPosition,
  GatewayEvent,
  SessionEvent,
  SessionEventDraft,
  Settings,
  SnapshotEvent,
  Trouble,
} from '@beckon/protocol';
import { listJson } from './listJson.ts';

/** How much is kept; beyond it, the older half goes. */
export interface EventTail {
  tailEvents?: number;
  tailBytes?: number;
}

/** What a newcomer has to know of sessions and asks. */
export type Snapshot = Pick<SnapshotEvent['data'], 'sessions' | 'asks' | 'next'>;

export interface EventLogOptions extends EventTail {
  /** How things are now; read together with the log's position, in one step. */
  snapshot(): Snapshot;
  /** What is wrong with the gateway as a whole, where something is. */
  trouble?(): Trouble | undefined;
  /** What is kept for all devices. */
  settings?(): Settings | undefined;
  /** What has been filled in and not sent. */
  drafts?(): AnswerDraft[];
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
  readonly #listeners = new Set<(event: GatewayEvent) => void>();

  constructor(options: EventLogOptions) {
    this.#options = { ...nothingElse, tailEvents: 20_000, tailBytes: 32 * 1024 * 1024, ...options };
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

  appendSettings(settings: Settings): void {
    this.#append({ type: 'settings_changed', seq: this.seq + 1, data: { settings } });
  }

  appendDraft(draft: AnswerDraft): void {
    this.#append({ type: 'draft_changed', seq: this.seq + 1, data: draft });
  }

  /** Lets go of what was told before anyone could listen. */
  forgetTail(): void {
    this.#firstSeq = this.seq + 1;
    this.#tail = [];
    this.#tailBytes = 0;
  }

  /** Calls back with every append, until the returned function is called. */
  onAppend(listen: (event: GatewayEvent) => void): () => void {
    this.#listeners.add(listen);
    return () => this.#listeners.delete(listen);
  }

  /** A place in the log from which to read on: after `position` where that is still known, else from a snapshot. */
  cursor(position?: EventPosition): Cursor {
    const isKnown = position?.epoch === this.epoch && position.seq <= this.seq && position.seq + 1 >= this.#firstSeq;
    let nextSeq = isKnown ? position.seq + 1 : undefined;
    let isResuming = position !== undefined;
    return {
      take: () => {
        if (nextSeq === undefined || nextSeq < this.#firstSeq) {
          const snapshot = this.#snapshot(isResuming);
          isResuming = true;
          nextSeq = this.seq + 1;
          return [snapshot];
        }
        const events = this.#batchFrom(nextSeq);
        nextSeq += events.length;
        return events;
      },
      hasMore: () => nextSeq === undefined || nextSeq <= this.seq,
    };
  }

  /** A cursor that can be waited on. */
  subscribe(position?: EventPosition): Subscription {
    const cursor = this.cursor(position);
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
    this.#tail.push({ event, json });
    this.#tailBytes += json.length;
    this.#trim();
    for (const listen of this.#listeners) listen(event);
    return event;
  }

  #snapshot(reset: boolean): LoggedEvent {
    const trouble = this.#options.trouble();
    const { sessions, asks, next } = this.#options.snapshot();
    const settings = this.#options.settings();
    const drafts = this.#options.drafts();
    const optional = {
      ...(next !== undefined && { next }),
      ...(trouble && { trouble }),
      ...(settings && { settings }),
      ...(drafts.length > 0 && { drafts }),
    };
    const about = { epoch: this.epoch, reset, ...optional };
    const event: GatewayEvent = { type: 'snapshot', seq: this.seq, data: { ...about, sessions, asks } };
    const json = `{"type":"snapshot","seq":${event.seq},"data":${listJson(about, { sessions, asks })}}`;
    return { event, json };
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

const nothingElse = { trouble: () => undefined, settings: () => undefined, drafts: () => [] };

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
