// Among very many asks, draws those that are near what is in sight; the others keep their place, and can be gone to.
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

/** Whether there are so many asks around that not all of them are drawn. */
export const CrowdContext = createContext(false);

/** So many are drawn at once whether they are in sight or not. */
export const crowdSize = 30;

export interface WhenNearProps {
  /** Where the page can scroll to, also before it is drawn. */
  elementId: string;
  label: string;
  children: ReactNode;
}

export function WhenNear({ elementId, label, children }: WhenNearProps) {
  const isCrowd = useContext(CrowdContext);
  const [hasBeenNear, setHasBeenNear] = useState(false);
  if (hasBeenNear || !isCrowd) return children;
  return <Placeholder elementId={elementId} label={label} onNear={() => setHasBeenNear(true)} />;
}

interface PlaceholderProps extends Omit<WhenNearProps, 'children'> {
  onNear: () => void;
}

function Placeholder({ elementId, label, onNear }: PlaceholderProps) {
  const place = useRef<HTMLElement>(null);
  const tell = useRef(onNear);
  useEffect(() => {
    tell.current = onNear;
  });
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && tell.current(),
      // A window full above and below, so that one who scrolls does not see it come.
      { rootMargin: '100%' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <article
      ref={place}
      id={elementId}
      tabIndex={-1}
      aria-label={label}
      className="h-72 scroll-m-4 rounded-xl border border-waiting-line bg-panel"
    />
  );
}
