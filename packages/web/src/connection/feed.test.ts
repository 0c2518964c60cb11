import type { Connection, EventPosition, EventsOptions } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RecordingTransport } from '../test/RecordingTransport.ts';
import { directFeed } from './feed.ts';

describe('directFeed', () => {
  it('tries again at once when asked to, and ends when told to', async () => {
    const transport = new RecordingTransport();
    let tries = 0;
    transport.events = () => {
      tries += 1;
      throw new BeckonError('unreachable', 'Gone.');
    };
    const closing = new AbortController();
    const feed = directFeed(transport);
    const states: Connection['state'][] = [];
    const done = feed.follow(
      {
        onEvent: () => undefined,
        onConnection({ state }) {
          states.push(state);
          // Without a retry the next try would be some hundred milliseconds away.
          if (state === 'offline' && tries < 3) queueMicrotask(() => feed.retry());
          if (tries === 3) closing.abort();
        },
      },
      closing.signal,
    );
    await done;
    expect(tries).toBe(3);
    expect(states.at(-1)).toBe('offline');
  });

  it('[L6] opens a stream anew that has been open for long, where it was, and believes a young one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const transport = new RecordingTransport();
    const attempts: (EventPosition | undefined)[] = [];
    transport.events = async function* ({ signal, after, onOpen }: EventsOptions = {}) {
      attempts.push(after);
      onOpen?.();
      if (!after) yield { type: 'snapshot', seq: 7, data: { epoch: 'one', reset: false, sessions: [], asks: [] } };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    };
    const closing = new AbortController();
    const feed = directFeed(transport);
    const states: Connection['state'][] = [];
    const follower = { onEvent: () => undefined, onConnection: ({ state }: Connection) => states.push(state) };
    const done = feed.follow(follower, closing.signal);
    await vi.advanceTimersByTimeAsync(29_000);
    feed.retry();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(attempts).toHaveLength(1);
    // A tab each that woke up.
    for (let tab = 0; tab < 10; tab++) feed.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(attempts).toEqual([undefined, { epoch: 'one', seq: 7 }]);
    expect(states).not.toContain('offline');
    closing.abort();
    await done;
  });
});
