// The head of a page beside the list of sessions: the way back, on a phone, what the page is, and what can be done with it.
import type { ReactNode } from 'react';
import { BackToList } from './BackToList.tsx';

interface PageHeaderProps {
  /** By which the page's section is labelled. */
  id: string;
  title: string;
  children?: ReactNode;
}

export function PageHeader({ id, title, children }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 pt-[max(0.5rem,env(safe-area-inset-top))] pb-2 wide:px-4">
      <BackToList />
      <h1 id={id} className="min-w-0 flex-1 text-lg leading-9 font-semibold tracking-tight">
        {title}
      </h1>
      {children}
    </header>
  );
}
