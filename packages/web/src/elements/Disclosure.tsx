// A line that opens to show more. It follows `isOpenByDefault` until the person has chosen for themselves.
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';

export interface DisclosureProps {
  summary: ReactNode;
  isOpenByDefault?: boolean;
  /** Stays open whatever the person chose, for example because something inside waits for them. */
  isForcedOpen?: boolean;
  className?: string;
  children: ReactNode;
}

export function Disclosure({
  summary,
  isOpenByDefault = false,
  isForcedOpen = false,
  className = '',
  children,
}: DisclosureProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = isForcedOpen || (chosen ?? isOpenByDefault);
  const id = useId();
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        disabled={isForcedOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-8 w-full items-center gap-1.5 rounded-md text-left pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''} ${isForcedOpen ? 'opacity-0' : ''}`}
        />
        {summary}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
