// One stream, many tabs. The hub follows the gateway once, keeps what a newcomer has to know, and hands every tab first
// a snapshot and then each event after it.
import { emptyView, reduceView, sessionsInOrder } from '@beckon/protocol';
import type { Connection, Follower, ReceivedEvent, ReceivedSnapshot, View } from '@beckon/protocol';
import { toPortable } from './portMessage.ts';
import type { HubMessage, TabMessage } from './portMessage.ts';

/** The hub's end of the line to one tab. */
export interface TabPort {
  postMessage(message: HubMessage): void;
}

export interface EventHubOptions {
  now: () => number;
  /** Called where a tab has reason to think that the stream is down, or could be up again. */
  retry: () => void;
  /** Calls back once what has come in with the present event has all been heard. */
  soon: (tell: () => void) => void;
}

/** Browsers let a hidden tab's timer fire once a minute, so a tab has missed two of its signs of life by then. */
const silenceLimitMs = 150_000;

export class EventHub implements Follower {
  readonly #options: EventHubOptions;
  readonly #lastHeard = new Map<TabPort, number>();
  #view: View = emptyView;
  /** Contained in the view, and not told yet. */
  #untold: ReceivedEvent[] = [];
  #connection: Connection = { state: 'connecting' };

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  get tabCount(): number {
    return this.#lastHeard.size;
  }

  receive(port: TabPort, message: TabMessage): void {
    // Before there is a newcomer, whose snapshot contains it.
    this.#tellEvents();
    if (message === 'bye') {
      this.#lastHeard.delete(port);
      return;
    }
    // A tab that slept so long that it was forgotten starts over from a snapshot.
    const isNew = message === 'hello' || !this.#lastHeard.has(port);
    this.#lastHeard.set(port, this.#options.now());
    if (isNew) this.#welcome(port);
    if (message === 'alive') port.postMessage({ type: 'alive' });
    if (message === 'retry' || (isNew && this.#connection.state === 'offline')) this.#options.retry();
    this.#forgetSilentTabs();
  }

  onEvent(event: ReceivedEvent): void {
    this.#view = reduceView(this.#view, event);
    this.#untold.push(event);
    if (this.#untold.length === 1) this.#options.soon(() => this.#tellEvents());
  }

  onConnection(connection: Connection): void {
    this.#tellEvents();
    this.#connection = connection;
    this.#tellAll({ type: 'connection', connection: toPortable(connection) });
  }

  #welcome(port: TabPort): void {
    port.postMessage({ type: 'connection', connection: toPortable(this.#connection) });
    const snapshot = snapshotOf(this.#view);
    if (snapshot) port.postMessage({ type: 'events', events: [snapshot] });
  }

  #tellEvents(): void {
    const events = this.#untold;
    this.#untold = [];
    if (events.length > 0) this.#tellAll({ type: 'events', events });
  }

  #tellAll(message: HubMessage): void {
    for (const port of this.#lastHeard.keys()) port.postMessage(message);
  }

  #forgetSilentTabs(): void {
    const deadline = this.#options.now() - silenceLimitMs;
    for (const [port, lastHeard] of this.#lastHeard) {
      if (lastHeard < deadline) this.#lastHeard.delete(port);
    }
  }
}

function snapshotOf(view: View): ReceivedSnapshot | undefined {
  const { epoch, seq, asks, next, trouble, settings, drafts, skipped } = view;
  if (epoch === undefined) return undefined;
  const optional = {
    ...(next !== undefined && { next }),
    ...(trouble && { trouble }),
    ...(settings && { settings }),
    ...(drafts && { drafts: Object.entries(drafts).map(([askId, fields]) => ({ askId, fields })) }),
  };
  const data = { epoch, reset: false, sessions: sessionsInOrder(view), asks: [...asks], ...optional };
  return { type: 'snapshot', seq, data, ...(skipped > 0 && { skipped }) };
}
