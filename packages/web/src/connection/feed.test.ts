import type { Connection } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { describe, expect, it } from 'vitest';
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
});
