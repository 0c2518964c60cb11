// The page's own notifications, for a browser that is not pushed to: one for each ask that comes while the page is open and no
// page is seen, gone when the ask is over. Where several tabs are open, those of one ask take each other's place.
import type { Ask } from '@beckon/protocol';
import { headline, isOpen, revealText } from '@beckon/protocol';
import type { Beckon } from '../store/beckon.ts';
import { isWanted, subscriptionHere } from './browserPush.ts';
import { closeNotice, showNotice } from './notice.ts';

/** While a page is seen it holds this lock, together with all others that are. */
const seenLock = 'beckon-seen';

export function watchForAsks({ store }: Beckon): void {
  holdWhileSeen();
  let known = new Set(openIds(store.getState().view.asks));
  /** One that a new connection brings again is not new. */
  const met = new Set(known);
  store.subscribe(({ view }, before) => {
    if (view.asks === before.view.asks) return;
    const open = view.asks.filter(isOpen);
    const ids = new Set(open.map(({ id }) => id));
    const fresh = open.filter(({ id }) => !met.has(id));
    const over = [...known].filter((id) => !ids.has(id));
    known = ids;
    for (const id of ids) met.add(id);
    for (const ask of fresh) void show(ask, view.sessions[ask.sessionId]);
    for (const id of over) void close(id);
  });
}

function openIds(asks: readonly Ask[]): string[] {
  return asks.filter(isOpen).map(({ id }) => id);
}

async function show(ask: Ask, session: { title: string; cwd: string } | undefined): Promise<void> {
  const isCalled = Notification.permission === 'granted' && isWanted();
  if (!isCalled || (await isSeen()) || (await subscriptionHere())) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  await showNotice(registration, {
    // As calls about asks are named.
    tag: ask.id,
    title: revealText(headline(ask, session?.cwd)),
    body: revealText(session?.title ?? ''),
    path: `/inbox?ask=${ask.id}`,
    actions: [],
  });
}

async function close(askId: string): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) await closeNotice(registration, askId);
}

async function isSeen(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === seenLock);
}

function holdWhileSeen(): void {
  let letGo = () => {};
  const follow = () => {
    letGo();
    letGo = () => {};
    if (document.visibilityState !== 'visible') return;
    const hidden = new Promise<void>((resolve) => (letGo = resolve));
    void navigator.locks.request(seenLock, { mode: 'shared' }, () => hidden);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}
