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
    try {
      for await (const event of transport.events({ signal, ...(position && { after: position }) })) {
        if (event.type === 'snapshot') position = { epoch: event.data.epoch, seq: event.seq };
        else if (position && event.seq === position.seq + 1) position = { ...position, seq: event.seq };
        else throw new BeckonError('unreachable', 'The stream has a gap.');
        if (failures > 0 || event.type === 'snapshot') follower.onConnection?.({ state: 'live' });
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

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
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
