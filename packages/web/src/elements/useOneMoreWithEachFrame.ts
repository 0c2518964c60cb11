// Of many parts, how many are drawn: one more with each frame, so that the page never pauses.
import { useEffect, useState } from 'react';

export function useOneMoreWithEachFrame(length: number): number {
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= length) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1));
    return () => cancelAnimationFrame(frame);
  }, [drawn, length]);
  return Math.min(drawn, length);
}
