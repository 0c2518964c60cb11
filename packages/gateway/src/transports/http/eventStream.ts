// The event log as server-sent events, for all clients together. What is due to many is encoded once, and written to each
// connection that has room for it; one that has none holds a single batch, delays nobody, and is cut off in the end.
import type { ServerResponse } from 'node:http';
import type { Device } from '@beckon/protocol';
import { formatPosition, parsePosition } from '@beckon/protocol';
import type { Clock } from '../../clock.ts';
import type { Cursor, EventLog, LoggedEvent } from '../../telling/eventLog.ts';
import type { Presence } from '../../telling/presence.ts';
import type { ShownReceipts } from '../../telling/shownReceipts.ts';
import { asksShownBy } from '../../telling/shownReceipts.ts';

export const signOfLifeMs = 15_000;
/** A client that has taken nothing for so many signs of life is cut off; if it lives, it comes back where it was. */
export const signsUntilCut = 4;

interface Client {
  response: ServerResponse;
  cursor: Cursor;
  device: Device;
  /** Signs of life in a row that there was no room for. */
  missedSigns: number;
}

export interface EventStreamsOptions {
  events: EventLog;
  shown: Pick<ShownReceipts, 'sent'>;
  presence?: Pick<Presence, 'streamOpened'>;
  clock: Clock;
}

export class EventStreams {
  readonly #events: EventLog;
  readonly #shown: EventStreamsOptions['shown'];
  readonly #presence: EventStreamsOptions['presence'];
  readonly #clock: Clock;
  readonly #clients = new Set<Client>();
  /** The batch that was encoded last: nearly always the one that the next client needs too. */
  #encoded: { first: LoggedEvent | undefined; count: number; bytes: Buffer } | undefined;
  readonly #stopListening: () => void;
  #isTellingDue = false;
  #cancelSign: (() => void) | undefined;

  constructor({ events, shown, presence, clock }: EventStreamsOptions) {
    this.#events = events;
    this.#presence = presence;
    this.#shown = shown;
    this.#clock = clock;
    // Events that come in one go are told in one go: what an agent writes in a burst is read message by message.
    this.#stopListening = events.onAppend((event) => {
      // An ask goes out at once, with all before it: an agent waits, and the house has more to do in this step.
      if (asksShownBy(event).length > 0) return this.#tellAll();
      if (this.#isTellingDue) return;
      this.#isTellingDue = true;
      setImmediate(() => this.#tellAll());
    });
  }

  /** Takes over a response whose head has been written. */
  add(response: ServerResponse, lastEventId: string | undefined, device: Device): void {
    const position = lastEventId ? (parsePosition(lastEventId) ?? nowhere) : undefined;
    const client: Client = { response, cursor: this.#events.cursor(position), device, missedSigns: 0 };
    this.#clients.add(client);
    this.#cancelSign ??= this.#clock.after(signOfLifeMs, () => this.#showLife());
    response.on('drain', () => {
      client.missedSigns = 0;
      this.#tell(client);
    });
    const streamClosed = this.#presence?.streamOpened(device.id);
    response.once('close', () => {
      streamClosed?.();
      this.#forget(client);
    });
    this.#tell(client);
  }

  /** Ends all streams. */
  close(): void {
    this.#stopListening();
    for (const { response } of this.#clients) response.end();
  }

  #tellAll(): void {
    this.#isTellingDue = false;
    for (const client of this.#clients) this.#tell(client);
  }

  /** What does not fit now is told when the connection has drained. */
  #tell({ response, cursor, device }: Client): void {
    while (cursor.hasMore() && hasRoom(response)) {
      const batch = cursor.take();
      response.write(this.#encode(batch), this.#receiptFor(batch, device));
    }
  }

  /** What shows an ask is noted as sent once the connection has taken its bytes. */
  #receiptFor(batch: LoggedEvent[], device: Device): ((error?: Error | null) => void) | undefined {
    const showing = batch.map(({ event }) => event).filter((event) => asksShownBy(event).length > 0);
    if (showing.length === 0) return undefined;
    return (error) => void (error ?? this.#shown.sent(showing, device));
  }

  #encode(batch: LoggedEvent[]): Buffer {
    const [first] = batch;
    if (this.#encoded?.first === first && this.#encoded?.count === batch.length) return this.#encoded.bytes;
    const bytes = Buffer.from(batch.map((entry) => frame(this.#events.epoch, entry)).join(''));
    this.#encoded = { first, count: batch.length, bytes };
    return bytes;
  }

  /** One timer for all clients, so that the first sign comes early to some. */
  #showLife(): void {
    for (const client of this.#clients) {
      if (hasRoom(client.response)) client.response.write(signOfLife);
      else if (++client.missedSigns >= signsUntilCut) client.response.destroy();
    }
    this.#cancelSign = this.#clock.after(signOfLifeMs, () => this.#showLife());
  }

  #forget(client: Client): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    this.#cancelSign?.();
    this.#cancelSign = undefined;
  }
}

function hasRoom({ writableNeedDrain, writableEnded, destroyed }: ServerResponse): boolean {
  return !writableNeedDrain && !writableEnded && !destroyed;
}

/** For a client that names a place which no gateway ever gave it: it, too, has to be told that it starts over. */
const nowhere = { epoch: '', seq: 0 };

const signOfLife = Buffer.from(': still here\n\n');

function frame(epoch: string, { event, json }: LoggedEvent): string {
  return `id: ${formatPosition({ epoch, seq: event.seq })}\ndata: ${json}\n\n`;
}
