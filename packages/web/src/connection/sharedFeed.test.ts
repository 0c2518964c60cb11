import type { Connection, ReceivedEvent } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { session } from '../test/fixtures.ts';
import { EventHub } from './eventHub.ts';
import type { EventFeed } from './feed.ts';
import type { HubLine } from './sharedFeed.ts';
import { sharedFeed } from './sharedFeed.ts';
import type { TabLetter } from './portMessage.ts';

const snapshot: ReceivedEvent = {
  type: 'snapshot',
  seq: 1,
  data: { epoch: 'one', reset: false, sessions: [session()], asks: [] },
};

const openPorts: MessagePort[] = [];
afterEach(() => {
  for (const port of openPorts.splice(0)) port.close();
  vi.useRealTimers();
});

/** A worker without a thread: a real hub behind real ports. */
function startWorker() {
  const retry = vi.fn<() => void>();
  const hub = new EventHub({ now: Date.now, retry, soon: queueMicrotask });
  let lines: HubLine[] = [];
  let isAlive = true;
  return {
    hub,
    retry,
    lines: () => lines,
    failToRun: () => lines.forEach((line) => line.onerror?.()),
    die: () => (isAlive = false),
    revive: () => (isAlive = true),
    connect() {
      const { port1, port2 } = new MessageChannel();
      openPorts.push(port1, port2);
      port2.onmessage = ({ data }: MessageEvent<TabLetter>) => isAlive && hub.receive(port2, data.message);
      const line: HubLine = { port: port1, onerror: undefined };
      lines = [...lines, line];
      return line;
    },
  };
}

function startTab(worker: ReturnType<typeof startWorker>, options: { pulseMs?: number } = {}) {
  const events: ReceivedEvent[] = [];
  const connections: Connection[] = [];
  const closing = new AbortController();
  const fallback = { follow: vi.fn<EventFeed['follow']>(async () => undefined), retry: vi.fn<EventFeed['retry']>() };
  const feed = sharedFeed({ connect: () => worker.connect(), fallback, key: () => 'the key', ...options });
  const done = feed.follow(
    { onEvent: (event) => events.push(event), onConnection: (connection) => connections.push(connection) },
    closing.signal,
  );
  return { events, connections, feed, fallback, done, close: () => closing.abort() };
}

describe('sharedFeed', () => {
  it('brings a tab the snapshot and what follows, and errors as errors', async () => {
    const worker = startWorker();
    worker.hub.onEvent(snapshot);
    const tab = startTab(worker);
    await expect.poll(() => tab.events).toEqual([snapshot]);
    worker.hub.onConnection({ state: 'offline', error: new BeckonError('unauthorized', 'No.'), retryAt: 5 });
    await expect.poll(() => tab.connections.at(-1)?.state).toBe('offline');
    const last = tab.connections.at(-1);
    expect(last?.state === 'offline' && last.error).toBeInstanceOf(BeckonError);
    tab.close();
    await tab.done;
    await expect.poll(() => worker.hub.tabCount).toBe(0);
  });

  it('says goodbye when the page is left, and hello when it comes back', async () => {
    const worker = startWorker();
    const tab = startTab(worker);
    await expect.poll(() => worker.hub.tabCount).toBe(1);
    window.dispatchEvent(new Event('pagehide'));
    await expect.poll(() => worker.hub.tabCount).toBe(0);
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await expect.poll(() => worker.hub.tabCount).toBe(1);
    tab.close();
  });

  it('passes a wish to retry on', async () => {
    const worker = startWorker();
    worker.hub.onConnection({ state: 'offline', error: new BeckonError('unreachable', 'No.'), retryAt: 5 });
    const tab = startTab(worker);
    tab.feed.retry();
    await expect.poll(() => worker.retry.mock.calls.length).toBe(2);
    tab.close();
  });

  it('follows the gateway itself where the worker cannot run', async () => {
    const worker = startWorker();
    const tab = startTab(worker);
    worker.failToRun();
    await tab.done;
    expect(tab.fallback.follow).toHaveBeenCalledOnce();
    tab.feed.retry();
    expect(tab.fallback.retry).toHaveBeenCalledOnce();
  });

  it('connects anew where the worker has died', async () => {
    const worker = startWorker();
    const tab = startTab(worker, { pulseMs: 20 });
    await expect.poll(() => worker.hub.tabCount).toBe(1);
    worker.die();
    await expect.poll(() => worker.lines().length).toBeGreaterThan(1);
    worker.revive();
    worker.hub.onEvent(snapshot);
    await expect.poll(() => tab.events.length).toBeGreaterThan(0);
    tab.close();
  });
});
