// What follows the last session of the list: more that is on its way, nothing, or why it did not come.
import { useEffect, useRef } from 'react';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import type { SessionPages } from './useSessionPages.ts';

export interface ListEndProps {
  pages: SessionPages;
  q: string;
  /** Nothing is shown above. */
  isEmpty: boolean;
}

export function ListEnd({ pages, q, isEmpty }: ListEndProps) {
  const { hasMore, isLoading, error, loadMore } = pages;
  if (error) {
    return (
      <div className="space-y-2 px-1 py-3">
        <Problem>
          {q === '' ? 'Older sessions could not be loaded.' : 'Older sessions could not be searched.'} {error.message}
        </Problem>
        <Button onClick={loadMore}>Try again</Button>
      </div>
    );
  }
  if (isLoading) {
    return (
      <p role="status" className="flex items-center justify-center gap-2 py-4 text-sm text-muted">
        <Spinner /> {q === '' ? 'Loading older sessions…' : 'Searching…'}
      </p>
    );
  }
  if (hasMore) return <More onReached={loadMore} />;
  if (!isEmpty) return null;
  return (
    <p role="status" className="px-2 py-6 text-sm break-words text-muted">
      No session matches “<VisibleText text={q} />
      ”.
    </p>
  );
}

/** Loads by itself when one scrolls near it; where that cannot be told, by a press. */
function More({ onReached }: { onReached: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  });
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && reached.current(),
      { root: place.current.closest('nav'), rootMargin: '600px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className="flex justify-center py-3">
      <Button look="quiet" onClick={onReached}>
        Show older sessions
      </Button>
    </div>
  );
}
