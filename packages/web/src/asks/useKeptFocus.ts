// Keeps the focus in a card: where the button that was pressed goes with the step that it took, the card itself gets the
// focus, so that a keyboard or a screen reader goes on from there and not from the top of the page.
import { useLayoutEffect, useRef } from 'react';
import type { FocusEvent, RefObject } from 'react';

export function useKeptFocus(card: RefObject<HTMLElement | null>) {
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    // Browsers let go of an element that was disabled only a moment later.
    const isNowhere = activeElement === null || activeElement === body || activeElement === focused.current;
    if (focused.current && isNowhere && !canHaveFocus(focused.current)) card.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    // Not called for an element that React takes away. A window that is left keeps its focused element.
    onBlur: ({ target }: FocusEvent) => {
      if (document.activeElement !== target) focused.current = undefined;
    },
  };
}

function canHaveFocus(element: Element): boolean {
  return element.isConnected && element.closest(':disabled') === null;
}
