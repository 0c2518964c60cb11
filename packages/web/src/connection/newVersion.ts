// Notices that the gateway has a newer page than this one: it was replaced while the page was open, or the page came from what the
// service worker keeps. The page says so, and makes way for the new one as soon as nobody looks at it.
import type { Beckon } from '../store/beckon.ts';
import { renewServiceWorker } from './serviceWorker.ts';

/** `own` is the script that this page began with: a build names it by its content. Returns what ends the watching. */
export function watchForNewVersion({ store }: Beckon, own: string): () => void {
  // Each run of a gateway counts its events anew.
  const ignoreStore = store.subscribe(({ view }, before) => {
    if (view.epoch !== before.view.epoch) void look();
  });
  document.addEventListener('visibilitychange', makeWay);
  return () => {
    ignoreStore();
    document.removeEventListener('visibilitychange', makeWay);
  };

  async function look(): Promise<void> {
    // What fails now is tried again with the next run.
    const isOld = await fetchPage().then(
      (page) => page !== undefined && !page.includes(`src="${own}"`),
      () => false,
    );
    if (!isOld) return;
    store.setState({ isOutdated: true });
    await renewServiceWorker().catch(() => undefined);
    makeWay();
  }

  function makeWay(): void {
    const { isOutdated, drafts } = store.getState();
    // Files are more than is kept through a reload.
    const wouldLose = Object.values(drafts.prompts).some(({ files }) => files.length > 0);
    if (isOutdated === true && document.visibilityState === 'hidden' && !wouldLose) location.reload();
  }
}

async function fetchPage(): Promise<string | undefined> {
  const response = await fetch('/', { cache: 'no-cache' });
  return response.ok ? response.text() : undefined;
}
