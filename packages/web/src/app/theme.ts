// Light or dark, as it is set for all devices. The gateway serves the page in that theme, so that nothing flashes up in the
// other one; from then on the page follows what is set, on whichever device that is done.
import { Theme } from '@beckon/protocol';
import type { Beckon } from '../store/beckon.ts';

export function followTheme({ store }: Beckon): void {
  show(Theme.catch('system').parse(document.documentElement.dataset['theme']));
  store.subscribe(({ view }, before) => {
    const theme = view.settings?.theme;
    if (theme !== undefined && theme !== before.view.settings?.theme) show(theme);
  });
}

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  // The browser's own bar has a colour for each theme, and takes the first whose condition holds.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { of = '' } = bar.dataset;
    bar.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all';
  }
}
