// How much of the page's upper and lower end is out of sight while a keyboard is on the screen, in pixels.
import { useEffect, useState } from 'react';

export interface VisibleInsets {
  top: number;
  bottom: number;
}

const none: VisibleInsets = { top: 0, bottom: 0 };

export function useVisibleInsets(): VisibleInsets {
  const [insets, setInsets] = useState(none);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => setInsets(insetsOf(viewport));
    const lifetime = new AbortController();
    viewport.addEventListener('resize', measure, lifetime);
    viewport.addEventListener('scroll', measure, lifetime);
    return () => lifetime.abort();
  }, []);
  return insets;
}

function insetsOf({ scale, height, offsetTop }: VisualViewport): VisibleInsets {
  // Where the person has zoomed in, what is out of sight is not under a keyboard.
  if (scale > 1.01) return none;
  return { top: Math.round(offsetTop), bottom: Math.max(0, Math.round(window.innerHeight - height - offsetTop)) };
}
