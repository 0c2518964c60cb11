// Keeps the screen of a session's terminal up to date: begins anew where the stream breaks, waiting longer each time,
// and stops where the terminal is gone.
import { backOffMs, BeckonError, pause, scattered } from '@beckon/protocol';
import type { PaneEvent, Transport } from '@beckon/protocol';

/** How the page stands with the terminal. `offline` carries why, and when the next try is. */
export type PaneLink =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'offline'; error: BeckonError; retryAt: number }
  | { state: 'ended' };

export interface PaneFollower {
  /** The next event waits for this one to be drawn. */
  onDraw(event: Exclude<PaneEvent, { type: 'ended' }>): Promise<void>;
  onLink(link: PaneLink): void;
}

export interface FollowPaneOptions {
  transport: Transport;
  sessionId: string;
  signal: AbortSignal;
}

const retries = { firstMs: 500, longestMs: 8000 };
/** A stream that was up for this long and breaks off was cut by something in between: the next one begins at once. */
const soundAfterMs = 2 * retries.firstMs;
/** Whoever types must not do so blindly for longer. */
const patienceMs = 1_000;

export async function followPane({ transport, sessionId, signal }: FollowPaneOptions, follower: PaneFollower) {
  let failures = 0;
  let lateness: ReturnType<typeof setTimeout> | undefined;
  follower.onLink({ state: 'connecting' });
  while (!signal.aborted) {
    let error = new BeckonError('unreachable', 'The connection to the terminal broke off.');
    let liveSince: number | undefined;
    try {
      for await (const event of transport.watchPane(sessionId, { signal })) {
        clearTimeout(lateness);
        if (signal.aborted) return;
        if (event.type === 'ended') {
          follower.onLink({ state: 'ended' });
          return;
        }
        await follower.onDraw(event);
        if (liveSince === undefined && !signal.aborted) follower.onLink({ state: 'live' });
        liveSince ??= Date.now();
        failures = 0;
      }
    } catch (thrown) {
      error = BeckonError.from(thrown);
    }
    clearTimeout(lateness);
    if (signal.aborted) return;
    if (liveSince !== undefined && Date.now() - liveSince >= soundAfterMs) {
      const late = { state: 'offline', error, retryAt: Date.now() } as const;
      lateness = setTimeout(() => follower.onLink(late), patienceMs);
      continue;
    }
    failures += 1;
    const delayMs = scattered(backOffMs(failures, retries));
    follower.onLink({ state: 'offline', error, retryAt: Date.now() + delayMs });
    await pause(delayMs, signal);
  }
}
