// A pane for as long as its box is on the page.
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';
import type { Pane, PaneState } from './pane.ts';
import { initialPaneState, openPane } from './pane.ts';
import type { OpenScreen } from './screen.ts';

export interface PaneInBox {
  box: RefObject<HTMLDivElement | null>;
  /** There once the box is. */
  pane: RefObject<Pane | null>;
  state: PaneState;
}

export function usePane(sessionId: string, openScreen: OpenScreen): PaneInBox {
  const { transport } = useBeckon();
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<Pane>(null);
  const [state, setState] = useState(initialPaneState);
  useEffect(() => {
    if (!box.current) return;
    const opened = openPane({ transport, sessionId, box: box.current, openScreen, onChange: setState });
    pane.current = opened;
    return () => opened.close();
  }, [transport, sessionId, openScreen]);
  return { box, pane, state };
}
