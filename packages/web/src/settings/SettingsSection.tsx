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
    if (!isWanted) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [isWanted]);
  return heading;
}
