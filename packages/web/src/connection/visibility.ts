// Tells the gateway whether this page is before someone's eyes, so that it calls nobody about what they see.
import { randomKey } from '@beckon/protocol';
import type { Beckon } from '../store/beckon.ts';

/** Well within the time that the gateway believes it for. */
const everyMs = 60_000;

export function reportVisibility({ transport, store }: Pick<Beckon, 'transport' | 'store'>): void {
  const page = randomKey();
  const tell = () => {
    const isVisible = document.visibilityState === 'visible';
    // Nobody waits for it, and the next time is soon.
    transport.reportVisibility({ page, isVisible }).catch(() => undefined);
  };
  document.addEventListener('visibilitychange', tell);
  setInterval(() => document.visibilityState === 'visible' && tell(), everyMs);
  // A gateway that was started anew knows of no page.
  store.subscribe(({ view: { epoch } }, before) => {
    if (epoch !== undefined && epoch !== before.view.epoch) tell();
  });
}
