// The shared worker: browsers allow six connections to one host, so ten tabs share this one stream.
import { HttpTransport } from '@beckon/protocol';
import { EventHub } from './eventHub.ts';
import { directFeed } from './feed.ts';
import type { TabMessage } from './portMessage.ts';

const feed = directFeed(new HttpTransport());
const hub = new EventHub({ now: Date.now, retry: () => feed.retry(), soon: nextTask });

// The compiler knows this file's globals as a window's.
const scope = self as unknown as { onconnect: (event: MessageEvent) => void };
scope.onconnect = ({ ports: [port] }) => {
  if (port) port.onmessage = ({ data }: MessageEvent<TabMessage>) => hub.receive(port, data);
};

/** A message to oneself comes next; a timer would be held back by some milliseconds. */
function nextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}

await feed.follow(hub, new AbortController().signal);
