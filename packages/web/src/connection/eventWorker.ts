// The shared worker: browsers allow six connections to one host, so ten tabs share this one stream.
import { HttpTransport } from '@beckon/protocol';
import { EventHub } from './eventHub.ts';
import { directFeed } from './feed.ts';
import type { TabMessage } from './portMessage.ts';

const feed = directFeed(new HttpTransport());
const hub = new EventHub({ now: Date.now, retry: () => feed.retry() });

// The compiler knows this file's globals as a window's.
const scope = self as unknown as { onconnect: (event: MessageEvent) => void };
scope.onconnect = ({ ports: [port] }) => {
  if (port) port.onmessage = ({ data }: MessageEvent<TabMessage>) => hub.receive(port, data);
};

await feed.follow(hub, new AbortController().signal);
