// Keeps the screen of a session's terminal up to date: begins anew where the stream breaks, waiting longer each time,
// and stops where the terminal is gone.
import { BeckonError, pause } from '@beckon/protocol';
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

const firstRetryMs = 500;

export async function followPane({ transport, sessionId, signal }: FollowPaneOptions, follower: PaneFollower) {
  let failures = 0;
  follower.onLink({ state: 'connecting' });
  while (!signal.aborted) {
    let error = new BeckonError('unreachable', 'The connection to the terminal broke off.');
    let isLive = false;
    try {
      for await (const event of transport.watchPane(sessionId, { signal })) {
        if (signal.aborted) return;
        if (event.type === 'ended') {
          follower.onLink({ state: 'ended' });
          return;
        }
        await follower.onDraw(event);
        if (!isLive && !signal.aborted) follower.onLink({ state: 'live' });
        isLive = true;
        failures = 0;
      }
    } catch (thrown) {
      error = BeckonError.from(thrown);
    }
    if (signal.aborted) return;
    const delayMs = Math.round(firstRetryMs * 2 ** Math.min(failures, 4) * (0.75 + Math.random() / 2));
    failures += 1;
    follower.onLink({ state: 'offline', error, retryAt: Date.now() + delayMs });
    await pause(delayMs, signal);
  }
}
