// One subject of the settings: its heading, a sentence on what it is about, what can be done about all of it, and the rest.
import type { ReactNode } from 'react';
import { useId } from 'react';

export interface SettingsSectionProps {
  title: string;
  about: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, about, actions, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id={id} className="font-semibold">
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
