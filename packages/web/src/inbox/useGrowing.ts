// How much of a long list is drawn: a screenful, and more whenever its end comes near.
import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';

const step = 12;

export function useGrowing(length: number): { shown: number; end: RefCallback<HTMLElement> } {
  const [wanted, setWanted] = useState(step);
  const shown = Math.min(wanted, length);
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
