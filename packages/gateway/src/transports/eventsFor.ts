// The stream of events for one device in this process. Whatever it is given counts as shown there, and while the stream is open
// its pages can say that somebody sees them.
import type { Device, EventsOptions, GatewayEvent } from '@beckon/protocol';
import type { GatewayParts } from './gatewayParts.ts';

type Told = Pick<GatewayParts, 'events' | 'shown' | 'presence'>;

export async function* eventsFor(parts: Told, device: Device, options: EventsOptions): AsyncGenerator<GatewayEvent> {
  const { events, shown, presence } = parts;
  const { signal, after, onOpen } = options;
  const subscription = events.subscribe(after);
  const streamClosed = presence.streamOpened(device.id);
  const close = () => subscription.close();
  signal?.addEventListener('abort', close);
  try {
    onOpen?.();
    while (!signal?.aborted) {
      for (const { event } of subscription.take()) {
        shown.sent([event], device);
        yield event;
        if (signal?.aborted) return;
      }
      await subscription.more();
    }
  } finally {
    signal?.removeEventListener('abort', close);
    close();
    streamClosed();
  }
}
