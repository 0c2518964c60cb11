// Whether an element has room for so much beside each other, as that changes.
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

export function useIsWide(element: RefObject<HTMLElement | null>, atLeast: number): boolean {
  const [isWide, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const look = () => setIsWide(observed.clientWidth >= atLeast);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, atLeast]);
  return isWide;
}
