// Keeps a client on the event stream for as long as it wants: reconnects where it left off, backs off while the
// gateway is away, and starts over from a snapshot where events are missing.
import { BeckonError } from './error.ts';
import type { EventPosition, GatewayEvent } from './event.ts';
import type { Transport } from './transport.ts';

export interface Follower {
  onEvent(event: GatewayEvent): void;
  /** `offline` carries why, and when the next try is. */
  onConnection?(connection: Connection): void;
}

export type Connection =
  { state: 'connecting' } | { state: 'live' } | { state: 'offline'; error: BeckonError; retryAt: number };

export interface FollowOptions {
  signal: AbortSignal;
  /** The first wait after a failure; it doubles up to 16 times this. */
  retryMs?: number;
}

export async function followEvents(transport: Transport, follower: Follower, options: FollowOptions): Promise<void> {
  const { signal, retryMs = 500 } = options;
  let position: EventPosition | undefined;
  let failures = 0;
  while (!signal.aborted) {
    if (failures === 0) follower.onConnection?.({ state: 'connecting' });
    let error = new BeckonError('unreachable', 'The gateway ended the stream.');
    let isLive = false;
    const onOpen = () => {
      if (!isLive) follower.onConnection?.({ state: 'live' });
      isLive = true;
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
    if (signal.aborted) return;
    const delayMs = Math.round(retryMs * 2 ** Math.min(failures, 4) * (0.75 + Math.random() / 2));
    failures += 1;
    follower.onConnection?.({ state: 'offline', error, retryAt: Date.now() + delayMs });
    await pause(delayMs, signal);
  }
}

/** Nowhere, where the event does not follow on what is known: only a snapshot helps then. */
function positionAfter(event: GatewayEvent, position: EventPosition | undefined): EventPosition | undefined {
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
