// The tab's title says how many asks wait, also while the tab is hidden.
import { openAsks } from '@beckon/protocol';
import type { Beckon } from '../store/beckon.ts';

export function showAsksInTitle({ store }: Beckon): void {
  const show = () => {
    const state = store.getState();
    const count = state.refusal === undefined ? openAsks(state.view).length : 0;
    const title = count > 0 ? `(${count}) Beckon` : 'Beckon';
    if (document.title !== title) document.title = title;
  };
  show();
  store.subscribe((state, before) => {
    if (state.view.asks !== before.view.asks || state.refusal !== before.refusal) show();
  });
}
