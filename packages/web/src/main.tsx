// The page in a browser: the gateway over HTTP, its events through a worker that all tabs share.
import { HttpTransport } from '@beckon/protocol';
import { loadSessionPage } from './app/loadSessionPage.ts';
import { followTheme } from './app/theme.ts';
import { deviceKey } from './connection/deviceKey.ts';
import { directFeed } from './connection/feed.ts';
import { showWaiting } from './connection/attention.ts';
import { reportVisibility } from './connection/visibility.ts';
import { watchForNewVersion } from './connection/newVersion.ts';
import { startServiceWorker } from './connection/serviceWorker.ts';
import type { HubLine } from './connection/sharedFeed.ts';
import { sharedFeed } from './connection/sharedFeed.ts';
import { mount } from './mount.tsx';
import { isOpenedBySharing } from './new-session/shared.ts';
import { keepDrafts } from './store/keptDrafts.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to give a name to
import './style.css';

const transport = new HttpTransport({ key: deviceKey });
const ownFeed = directFeed(transport);
const feed =
  typeof SharedWorker === 'undefined'
    ? ownFeed
    : sharedFeed({ connect: connectWorker, fallback: ownFeed, key: deviceKey });

const element = document.getElementById('beckon');
if (!element) throw new Error('The page has no place for Beckon.');
const { beckon } = mount(element, transport, { feed });
showWaiting(beckon);
reportVisibility(beckon);
followTheme(beckon);
keepDrafts(beckon.store, sessionStorage);
void import('./store/sharedDrafts.ts').then(({ shareDrafts }) => shareDrafts(beckon));
if (isOpenedBySharing(location))
  void import('./new-session/fillShared.ts').then(({ fillShared }) => fillShared(beckon.store));
const ownScript = document.querySelector('script[type=module][src]')?.getAttribute('src');
if (import.meta.env.PROD && ownScript) watchForNewVersion(beckon, ownScript);
window.addEventListener('load', () => whenIdle(startServiceWorker));
window.addEventListener('load', () => {
  whenIdle(() => void import('./calls/start.ts').then(({ startCalls }) => startCalls(beckon)));
});

// A phone that wakes up, or a network that returns, should not wait for the next try.
window.addEventListener('online', () => beckon.retryConnection());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') beckon.retryConnection();
});

// The larger half of the page comes with the first sign of a person, so that it is there when they open a session.
for (const sign of ['pointermove', 'pointerdown', 'keydown'] as const) {
  window.addEventListener(sign, () => void loadSessionPage(), { once: true, passive: true });
}

/** What it fetches must not delay what the page shows first. Not every browser says when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 2_000);
}

function connectWorker(): HubLine {
  const worker = new SharedWorker(new URL('./connection/eventWorker.ts', import.meta.url), {
    type: 'module',
    name: 'beckon',
  });
  const line: HubLine = { port: worker.port, onerror: undefined };
  worker.onerror = () => line.onerror?.();
  return line;
}
