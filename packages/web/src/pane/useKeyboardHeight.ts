// How much of the page's lower end a keyboard on the screen covers, in pixels.
import { useEffect, useState } from 'react';

export function useKeyboardHeight(): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => {
      // Where the person has zoomed in, what is out of sight is not under a keyboard.
      const covered = seen.scale > 1.01 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
      setHeight(Math.max(0, Math.round(covered)));
    };
    const lifetime = new AbortController();
    seen.addEventListener('resize', measure, lifetime);
    seen.addEventListener('scroll', measure, lifetime);
    return () => lifetime.abort();
  }, []);
  return height;
}
