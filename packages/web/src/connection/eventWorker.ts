// The shared worker: browsers allow six connections to one host, so ten tabs share this one stream.
import { HttpTransport } from '@beckon/protocol';
import { EventHub } from './eventHub.ts';
import { directFeed } from './feed.ts';
import type { TabLetter } from './portMessage.ts';

let key: string | undefined;
const feed = directFeed(new HttpTransport({ key: () => key }));
const hub = new EventHub({ now: Date.now, retry: () => feed.retry(), soon: nextTask });

// The compiler knows this file's globals as a window's.
const scope = self as unknown as { onconnect: (event: MessageEvent) => void };
const firstTab = new Promise<void>((resolve) => {
  scope.onconnect = ({ ports: [port] }) => {
    if (!port) return;
    port.onmessage = ({ data }: MessageEvent<TabLetter>) => {
      key = data.key;
      hub.receive(port, data.message);
      resolve();
    };
  };
});

/** A message to oneself comes next; a timer would be held back by some milliseconds. */
function nextTask(work: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
}

// Without a key there is nothing to follow.
await firstTab;
await feed.follow(hub, new AbortController().signal);
