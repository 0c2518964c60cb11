// Where the page's events come from: the gateway itself, or a worker that shares one stream among all tabs.
import { followEvents } from '@beckon/protocol';
import type { Follower, Transport } from '@beckon/protocol';

export interface EventFeed {
  /** Feeds the follower until the signal aborts. Never throws: what goes wrong is told as a connection. */
  follow(follower: Follower, signal: AbortSignal): Promise<void>;
  /** Tries again at once where the stream is down. */
  retry(): void;
}

/** The stream of this very transport. */
export function directFeed(transport: Transport): EventFeed {
  let isOffline = false;
  let endAttempt: (() => void) | undefined;
  return {
    async follow(follower, signal) {
      const watched: Follower = {
        onEvent: (event) => follower.onEvent(event),
        onConnection(connection) {
          isOffline = connection.state === 'offline';
          follower.onConnection?.(connection);
        },
      };
      while (!signal.aborted) {
        const attempt = new AbortController();
        endAttempt = () => attempt.abort();
        await followEvents(transport, watched, { signal: AbortSignal.any([signal, attempt.signal]) });
      }
    },
    retry() {
      if (isOffline) endAttempt?.();
    },
  };
}
