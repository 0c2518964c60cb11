// Keeps the end of the conversation in sight for those who are there, and leaves alone those who read further up.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { askElementId } from '../asks/AskFrame.tsx';

export interface Scroll {
  viewport: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtBottom: boolean;
  onScroll: () => void;
  jumpToLatest: () => void;
}

const bottomSlackPx = 48;
const topSlackPx = 200;

export interface ScrollOptions {
  /** The first message; when it changes, earlier ones have been put in front. */
  firstId: string | undefined;
  newestAskId: string | undefined;
  onNearTop: () => void;
}

export function useScroll({ firstId, newestAskId, onNearTop }: ScrollOptions): Scroll {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAtBottom, setIsAtBottom] = useState(true);
  const atBottom = useRef(true);
  const heightBefore = useRef(0);
  const topBefore = useRef(0);

  const toBottom = useCallback(() => {
    const element = viewport.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  function onScroll() {
    const element = viewport.current;
    if (!element) return;
    const toGo = element.scrollHeight - element.clientHeight - element.scrollTop;
    // Away from the bottom without having moved up means that the text has grown, and that we are about to follow.
    const hasMovedUp = element.scrollTop < topBefore.current;
    atBottom.current = toGo <= bottomSlackPx || (atBottom.current && !hasMovedUp);
    topBefore.current = element.scrollTop;
    setIsAtBottom(atBottom.current);
    if (element.scrollTop < topSlackPx && !atBottom.current) onNearTop();
  }

  // Follows growth of any cause: text, a card that opens, a picture that arrives, a keyboard that comes up.
  useEffect(() => {
    if (!viewport.current || !content.current) return;
    const observer = new ResizeObserver(() => {
      if (atBottom.current) toBottom();
      heightBefore.current = viewport.current?.scrollHeight ?? 0;
    });
    observer.observe(viewport.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [toBottom]);

  // What is put in front must not move what one is reading.
  const firstBefore = useRef(firstId);
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element && firstBefore.current !== undefined && firstBefore.current !== firstId && !atBottom.current) {
      element.scrollTop += element.scrollHeight - heightBefore.current;
    }
    firstBefore.current = firstId;
  }, [firstId]);

  // A form that is higher than the screen starts at its top.
  useEffect(() => {
    if (newestAskId === undefined || !atBottom.current) return;
    const form = document.getElementById(askElementId(newestAskId));
    const isHigher = form && viewport.current && form.offsetHeight > viewport.current.clientHeight;
    if (!isHigher) return;
    atBottom.current = false;
    form.scrollIntoView({ block: 'start' });
  }, [newestAskId]);

  return { viewport, content, isAtBottom, onScroll, jumpToLatest: toBottom };
}
