// How much of a long list is drawn: a screenful, and more whenever its end comes near.
import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';

const step = 12;

/** `least` are drawn in any case, where there are so many. */
export function useGrowing(length: number, least = 0): { shown: number; end: RefCallback<HTMLElement> } {
  const [wanted, setWanted] = useState(step);
  const shown = Math.min(Math.max(wanted, least), length);
  // A new observer for each end: one that is still in sight after the list has grown calls for more.
  const end = useCallback(
    (element: HTMLElement | null) => {
      if (!element || shown >= length) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setWanted(shown + step);
        },
        { rootMargin: '800px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [shown, length],
  );
  return { shown, end };
}
