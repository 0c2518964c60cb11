// Puts the whole page into an element, over any transport.
import type { Transport } from '@beckon/protocol';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { BaseLocationHook } from 'wouter';
import { App } from './app/App.tsx';
import type { EventFeed } from './connection/feed.ts';
import type { Beckon } from './store/beckon.ts';
import { createBeckon } from './store/beckon.ts';

export interface MountOptions {
  /** Where events come from, if not from the transport itself. */
  feed?: EventFeed;
  /** For a host whose address bar, if it has one, is not the page's. */
  locationHook?: BaseLocationHook;
}

export interface Mounted {
  beckon: Beckon;
  unmount(): void;
}

export function mount(element: Element, transport: Transport, { feed, locationHook }: MountOptions = {}): Mounted {
  const beckon = createBeckon(transport, feed);
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <App beckon={beckon} locationHook={locationHook} />
    </StrictMode>,
  );
  return {
    beckon,
    unmount() {
      root.unmount();
      beckon.close();
    },
  };
}
