// How many asks wait, where it is seen without the page: in the tab's title and icon, also while the tab is hidden, and on
// the icon of an installed app.
import { openAsks } from '@beckon/protocol';
import type { Beckon } from '../store/beckon.ts';

export function showWaiting({ store }: Beckon): void {
  let shown: number | undefined;
  const show = () => {
    const state = store.getState();
    const count = state.refusal === undefined ? openAsks(state.view).length : 0;
    if (count === shown) return;
    shown = count;
    document.title = count > 0 ? `(${count}) Beckon` : 'Beckon';
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? '/favicon-waiting.svg' : '/favicon.svg');
    // Browsers that have no badges, or not for this page, say so; nobody misses anything by it.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined);
  };
  show();
  store.subscribe((state, before) => {
    if (state.view.asks !== before.view.asks || state.refusal !== before.refusal) show();
  });
}
