// One subject of the settings: its heading, a sentence on what it is about, what can be done about all of it, and the rest.
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { sectionId } from './sectionId.ts';

export interface SettingsSectionProps {
  title: string;
  about: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, about, actions, children }: SettingsSectionProps) {
  const id = sectionId(title);
  const heading = useIsWanted(id);
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 ref={heading} id={id} tabIndex={-1} className="scroll-mt-4 font-semibold outline-none">
            {title}
          </h2>
          <p className="text-sm text-pretty text-muted">{about}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Brings the section that the address names into view. It may come later than the page. */
function useIsWanted(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useLocationProperty(() => window.location.hash === `#${id}`);
  useEffect(() => {
    if (!isWanted) return undefined;
    heading.current?.focus({ preventScroll: true });
    return heading.current ? keepInView(heading.current) : undefined;
  }, [isWanted]);
  return heading;
}

/** What stands above it comes later and pushes it away; from its person's first move on it is theirs to scroll. */
function keepInView(heading: HTMLElement): () => void {
  heading.scrollIntoView();
  const observer = new ResizeObserver(() => heading.scrollIntoView());
  observer.observe(heading.closest('section')?.parentElement ?? heading);
  const moves = ['wheel', 'pointerdown', 'touchstart', 'keydown'];
  const stop = () => {
    observer.disconnect();
    for (const move of moves) window.removeEventListener(move, stop);
  };
  for (const move of moves) window.addEventListener(move, stop, { passive: true });
  return stop;
}
