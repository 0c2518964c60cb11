// The tab's side of the shared worker, as a feed like any other.
import type { Follower } from '@beckon/protocol';
import type { EventFeed } from './feed.ts';
import { fromPortable } from './portMessage.ts';
import type { HubMessage, TabLetter, TabMessage } from './portMessage.ts';

/** The tab's end of the line to the worker. */
export interface HubLine {
  port: MessagePort;
  /** Called where the worker cannot run at all. */
  onerror: (() => void) | undefined;
}

export interface SharedFeedOptions {
  /** Opens a line to the worker, which the browser starts where it does not run yet. */
  connect: () => HubLine;
  /** Takes over where the worker cannot run. */
  fallback: EventFeed;
  /** What the worker shows to the gateway; looked up anew each time. */
  key: () => string | undefined;
  pulseMs?: number;
}

export function sharedFeed({ connect, fallback, key, pulseMs = 25_000 }: SharedFeedOptions): EventFeed {
  let say: ((message: TabMessage) => void) | undefined;
  return {
    async follow(follower, signal) {
      const canShare = await followWorker(follower, signal);
      if (!canShare) await fallback.follow(follower, signal);
    },
    retry: () => (say ? say('retry') : fallback.retry()),
  };

  /** Resolves with false where the worker fails. */
  function followWorker(follower: Follower, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      let line = open();
      let isEchoDue = false;
      const pulse = setInterval(checkPulse, pulseMs);
      const lifetime = new AbortController();
      // A page that is kept for "back" gets no events meanwhile, and starts over when it is shown again.
      window.addEventListener('pagehide', () => say?.('bye'), lifetime);
      window.addEventListener('pageshow', ({ persisted }) => persisted && say?.('hello'), lifetime);
      signal.addEventListener('abort', () => finish(true), lifetime);

      function open(): HubLine {
        const opened = connect();
        opened.onerror = () => finish(false);
        opened.port.onmessage = ({ data }: MessageEvent<HubMessage>) => hear(data);
        say = (message) => opened.port.postMessage({ message, key: key() } satisfies TabLetter);
        say('hello');
        return opened;
      }

      function hear(message: HubMessage) {
        isEchoDue = false;
        if (message.type === 'events') for (const event of message.events) follower.onEvent(event);
        if (message.type === 'connection') follower.onConnection?.(fromPortable(message.connection));
      }

      /** A worker that did not echo since the last pulse is gone; connecting again starts another. */
      function checkPulse() {
        if (isEchoDue) {
          line.port.close();
          line = open();
        }
        isEchoDue = true;
        say?.('alive');
      }

      function finish(canShare: boolean) {
        clearInterval(pulse);
        lifetime.abort();
        if (canShare) say?.('bye');
        line.port.close();
        say = undefined;
        resolve(canShare);
      }
    });
  }
}
