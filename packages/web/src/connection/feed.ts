// Where the page's events come from: the gateway itself, or a worker that shares one stream among all tabs.
import { followEvents, positionAfter } from '@beckon/protocol';
import type { Connection, EventPosition, Follower, Transport } from '@beckon/protocol';

export interface EventFeed {
  /** Feeds the follower until the signal aborts. Never throws: what goes wrong is told as a connection. */
  follow(follower: Follower, signal: AbortSignal): Promise<void>;
  /** For whoever has reason to think that the stream is down, or could be up again. */
  retry(): void;
}

/** A device that slept may hold a stream that died long ago; a younger one than this is believed. */
const trustedMs = 30_000;

/** The stream of this very transport. */
export function directFeed(transport: Transport): EventFeed {
  let trustedUntil = Number.POSITIVE_INFINITY;
  let endAttempt: (() => void) | undefined;
  return {
    async follow(follower, signal) {
      let position: EventPosition | undefined;
      const watched: Follower = {
        onEvent(event) {
          position = positionAfter(event, position);
          follower.onEvent(event);
        },
        onConnection(connection) {
          trustedUntil = trustOf(connection);
          follower.onConnection?.(connection);
        },
      };
      while (!signal.aborted) {
        const attempt = new AbortController();
        endAttempt = () => attempt.abort();
        await followEvents(transport, watched, { signal: AbortSignal.any([signal, attempt.signal]), after: position });
      }
    },
    retry() {
      if (Date.now() >= trustedUntil) endAttempt?.();
    },
  };
}

/** Until when trying anew would help nobody. */
function trustOf({ state }: Connection): number {
  switch (state) {
    case 'connecting':
      return Number.POSITIVE_INFINITY;
    case 'live':
      return Date.now() + trustedMs;
    case 'offline':
      return 0;
  }
}
