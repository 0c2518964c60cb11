// Whether the page is light or dark just now: as it is set for all devices, else as this device has it.
import type { Darkness } from './palette.ts';

const device = () => window.matchMedia('(prefers-color-scheme: dark)');

export function pageDarkness(): Darkness {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return device().matches ? 'dark' : 'light';
}

/** Calls back whenever it may have changed, until the signal is aborted. */
export function onDarknessChange(changed: () => void, signal: AbortSignal): void {
  device().addEventListener('change', changed, { signal });
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
