// How diffs are laid out where there is room for two columns: what its person chose last, in this browser, for all of them at once.
import { useSyncExternalStore } from 'react';

export type DiffLayout = 'side by side' | 'unified';

const storageKey = 'beckon diff';
const listeners = new Set<() => void>();
let chosen: DiffLayout | undefined;

export function useDiffLayout(): [DiffLayout, (layout: DiffLayout) => void] {
  return [useSyncExternalStore(listen, current), choose];
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): DiffLayout {
  chosen ??= kept();
  return chosen;
}

function choose(layout: DiffLayout): void {
  chosen = layout;
  try {
    localStorage.setItem(storageKey, layout);
  } catch {
    // A browser that keeps nothing asks again the next time.
  }
  for (const listener of listeners) listener();
}

function kept(): DiffLayout {
  try {
    return localStorage.getItem(storageKey) === 'unified' ? 'unified' : 'side by side';
  } catch {
    return 'side by side';
  }
}
