// Where the focus goes in a dock: to what its person turns to, and from a card that is answered to the next one. After the
// last it goes to the card in the conversation that says what came of it.
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { askElementId } from '../asks/AskFrame.tsx';

/** Returns how to bring the focus to an element, at once or as soon as that is shown. */
export function useDockFocus(frontId: string | undefined): (elementId: string) => void {
  const wanted = useRef<string>(undefined);
  const focused = useRef<string>(undefined);

  useEffect(() => {
    const note = () => {
      focused.current = document.activeElement?.closest(`[${dockAttribute}] article`)?.id;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  useLayoutEffect(() => {
    if (wanted.current !== undefined) focus(wanted.current);
    wanted.current = undefined;
  });

  useLayoutEffect(() => {
    const left = focused.current;
    if (left === undefined || left === (frontId && askElementId(frontId))) return;
    // Their person may have gone elsewhere meanwhile, and stays there.
    if (document.activeElement === document.body) focus(frontId === undefined ? left : askElementId(frontId));
  }, [frontId]);

  return useCallback((elementId: string) => {
    wanted.current = focus(elementId) ? undefined : elementId;
  }, []);
}

/** Marks the dock's element. */
export const dockAttribute = 'data-dock';

/** Says whether it has the focus now: what is not shown cannot have it. */
function focus(elementId: string): boolean {
  const element = document.getElementById(elementId);
  element?.focus({ preventScroll: true });
  // Whoever comes back to a text goes on where it ends.
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length);
  return element !== null && document.activeElement === element;
}
