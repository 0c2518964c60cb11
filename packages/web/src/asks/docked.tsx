// A card that has only so much room, at the bottom of a session's page: what it shows scrolls, and its buttons stay in sight
// below. The parts of a card say what belongs to its foot; in any other card that simply stands where it is written.
import { createContext, useContext, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Whether the cards inside have only so much room. */
export const DockedContext = createContext(false);

/** The foot of the card around; null until it is drawn, undefined in a card that has none. */
export const FootContext = createContext<HTMLElement | null | undefined>(undefined);

export function AskFoot({ children }: { children: ReactNode }) {
  const foot = useContext(FootContext);
  if (foot === undefined) return children;
  return foot && createPortal(children, foot);
}

/** A step of a form that stands after all that the card shows: brought into sight when it comes. */
export function AskStep(props: ComponentProps<'div'>) {
  const isDocked = useContext(DockedContext);
  const step = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isDocked) step.current?.scrollIntoView({ block: 'nearest' });
  }, [isDocked]);
  return <div ref={step} {...props} className="animate-arrive space-y-2" />;
}
