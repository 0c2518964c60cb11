// Notes when an open ask is really before someone's eyes: in a tab that is in front, and enough of it to be read.
import type { Ask } from '@beckon/protocol';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export function useSeen({ id, state }: Ask): RefObject<HTMLElement | null> {
  const { markSeen } = useBeckon();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (state !== 'open' || !card.current) return;
    let isInView = false;
    const tell = () => {
      if (isInView && document.visibilityState === 'visible') markSeen(id);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.some(isMostlyInView);
        tell();
      },
      { threshold: [0.1, 0.25, 0.5, 0.75] },
    );
    observer.observe(card.current);
    document.addEventListener('visibilitychange', tell);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', tell);
    };
  }, [id, state, markSeen]);
  return card;
}

/** Half of the card, or, of one that is higher than the window, half a window full. */
function isMostlyInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2);
}
