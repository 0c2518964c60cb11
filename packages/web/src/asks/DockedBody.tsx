// The inside of a docked card: what it shows, which scrolls in the room that there is, and its foot, which stays. That there is
// more than what is in sight is said at the edge, where nobody can miss it.
import { ArrowDown } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { FootContext } from './docked.tsx';

export interface DockedBodyProps {
  children: ReactNode;
  /** Below what the parts of the card have put into its foot. */
  underFoot: ReactNode;
}

export function DockedBody({ children, underFoot }: DockedBodyProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const { viewport, content, hasMore, look, goOn } = useMoreBelow();
  return (
    <FootContext value={foot}>
      <div className="group/body relative flex min-h-12 shrink-[999] grow flex-col">
        <div ref={viewport} onScroll={look} className="min-h-0 flex-auto overflow-y-auto overscroll-contain">
          <div ref={content} className="space-y-3 px-4 py-3">
            {children}
          </div>
        </div>
        {hasMore && (
          <button
            type="button"
            // For the eye: whoever reads by ear or key comes to all of it anyway.
            tabIndex={-1}
            aria-hidden
            onClick={goOn}
            // Not over a text that is being written.
            className="absolute bottom-1.5 left-1/2 group-has-[textarea:focus]/body:hidden flex -translate-x-1/2 items-center gap-1 rounded-full border border-line bg-panel px-2.5 py-1 text-xs font-medium text-muted shadow-md hover:text-ink"
          >
            More <ArrowDown className="size-3.5" />
          </button>
        )}
      </div>
      <div
        className={`max-h-[55dvh] min-h-0 shrink space-y-2 overflow-y-auto border-t px-4 py-3 has-[>:only-child:empty]:hidden ${hasMore ? 'border-edge' : 'border-line'}`}
      >
        <div ref={setFoot} data-foot className="flex flex-col gap-2" />
        {underFoot}
      </div>
    </FootContext>
  );
}

/** No more than this is left where only the way to the log is out of sight. */
const slackPx = 52;

function useMoreBelow() {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = useCallback(() => {
    const element = viewport.current;
    if (element) setHasMore(element.scrollHeight - element.clientHeight - element.scrollTop > slackPx);
  }, []);
  useLayoutEffect(() => {
    if (!viewport.current || !content.current) return;
    const observer = new ResizeObserver(look);
    observer.observe(viewport.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [look]);
  /** By what is in sight, less a line or two to go on from. */
  const goOn = () => viewport.current?.scrollBy({ top: viewport.current.clientHeight - 40, behavior: 'smooth' });
  return { viewport, content, hasMore, look, goOn };
}
