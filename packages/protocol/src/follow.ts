// Keeps a client on the event stream for as long as it wants: reconnects where it left off, backs off while the
// gateway is away, and starts over from a snapshot where events are missing.
import { backOffMs, scattered } from './backOff.ts';
import { BeckonError } from './error.ts';
import type { EventPosition, ReceivedEvent } from './event.ts';
import type { Transport } from './transport.ts';

export interface Follower {
  onEvent(event: ReceivedEvent): void;
  /** `offline` carries why, and when the next try is. */
  onConnection?(connection: Connection): void;
}

export type Connection =
  { state: 'connecting' } | { state: 'live' } | { state: 'offline'; error: BeckonError; retryAt: number };

export interface FollowOptions {
  signal: AbortSignal;
  /** Where to go on from, for one who has followed before. */
  after?: EventPosition | undefined;
  /** The first wait after a failure; it doubles up to `longestInWaits` times this. */
  retryMs?: number;
}

/** A stream that was open for so many first waits was a sound one: something in between cuts those that are old. */
const soundAfterWaits = 2;
const longestInWaits = 16;
/** For so many first waits, and so many tries, a stream that was lost is sought again before anyone is told. */
const patienceInWaits = 4;
const patienceInTries = 3;

export async function followEvents(transport: Transport, follower: Follower, options: FollowOptions): Promise<void> {
  const { signal, retryMs = 500 } = options;
  let position = options.after;
  let failures = 0;
  let told = { state: 'connecting' } as Connection;
  let lost = told;
  let lateness: ReturnType<typeof setTimeout> | undefined;
  const tell = (connection: Connection) => {
    clearTimeout(lateness);
    lateness = undefined;
    told = connection;
    follower.onConnection?.(connection);
  };
  tell(told);
  while (!signal.aborted) {
    let error = new BeckonError('unreachable', 'The gateway ended the stream.');
    let openedAt: number | undefined;
    const onOpen = () => {
      if (openedAt === undefined) tell({ state: 'live' });
      openedAt ??= Date.now();
    };
    try {
      for await (const event of transport.events({ signal, onOpen, ...(position && { after: position }) })) {
        position = positionAfter(event, position);
        if (!position) throw new BeckonError('unreachable', 'The stream has a gap.');
        onOpen();
        failures = 0;
        follower.onEvent(event);
      }
    } catch (thrown) {
      error = BeckonError.from(thrown);
    }
    if (signal.aborted) break;
    const isSound = openedAt !== undefined && Date.now() - openedAt >= soundAfterWaits * retryMs;
    // Where a sound one ended the next goes on at once, and nobody need notice.
    failures = isSound ? 0 : failures + 1;
    const retries = { firstMs: retryMs, longestMs: longestInWaits * retryMs };
    const delayMs = isSound ? 0 : scattered(backOffMs(failures, retries));
    lost = { state: 'offline', error, retryAt: Date.now() + delayMs };
    const isQuiet = told.state === 'live' && error.code === 'unreachable' && failures <= patienceInTries;
    if (isQuiet) lateness ??= setTimeout(() => tell(lost), patienceInWaits * retryMs);
    else tell(lost);
    if (delayMs > 0) await pause(delayMs, signal);
  }
  clearTimeout(lateness);
}

/** Nowhere, where the event does not follow on what is known: only a snapshot helps then. */
export function positionAfter(event: ReceivedEvent, position: EventPosition | undefined): EventPosition | undefined {
  if (event.type === 'snapshot') return { epoch: event.data.epoch, seq: event.seq };
  return position && event.seq === position.seq + 1 ? { ...position, seq: event.seq } : undefined;
}

/** Resolves after a while, or as soon as the signal aborts. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', finish);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
