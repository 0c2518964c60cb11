// Keeps in sight what matters for those who have not scrolled away: the oldest form that waits for them, or else the end
// of the conversation. Those who read elsewhere are left alone.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { askElementId } from '../asks/AskFrame.tsx';

export interface Scroll {
  viewport: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isFollowing: boolean;
  onScroll: () => void;
  jumpToLatest: () => void;
}

const slackPx = 48;
const topSlackPx = 200;
/** Above a form, so that one sees that there is more. */
const formMarginPx = 16;

export interface ScrollOptions {
  /** The first message; when it changes, earlier ones have been put in front. */
  firstId: string | undefined;
  oldestAskId: string | undefined;
  onNearTop: () => void;
}

export function useScroll({ firstId, oldestAskId, onNearTop }: ScrollOptions): Scroll {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const following = useRef(true);
  const atBottom = useRef(true);
  const heightBefore = useRef(0);
  const topBefore = useRef(0);

  /** Where one who follows is to be: further down is only what comes after the form that they have to answer. */
  const place = useCallback(
    (element: HTMLElement) => {
      const bottom = element.scrollHeight - element.clientHeight;
      const form = formOf(oldestAskId);
      if (!form) return bottom;
      const formTop = form.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop;
      return Math.min(bottom, formTop - formMarginPx);
    },
    [oldestAskId],
  );

  const moveTo = useCallback((element: HTMLElement, top: number) => {
    element.scrollTop = top;
    topBefore.current = element.scrollTop;
  }, []);

  const follow = useCallback(() => {
    const element = viewport.current;
    if (element) moveTo(element, place(element));
  }, [moveTo, place]);

  function onScroll() {
    const element = viewport.current;
    if (!element) return;
    const { scrollTop } = element;
    const bottom = element.scrollHeight - element.clientHeight;
    const toGo = place(element) - scrollTop;
    // What has become shorter, or is seen through a taller window, takes along whoever was below its new end. By the time
    // we hear of it there may be more at the end.
    const bottomBefore = heightBefore.current - element.clientHeight;
    const isTakenAlong = scrollTop < topBefore.current && scrollTop >= Math.min(bottom, bottomBefore) - 1;
    const moved = isTakenAlong ? 0 : scrollTop - topBefore.current;
    atBottom.current = bottom - scrollTop <= slackPx;
    // Elsewhere without having moved there means that the text has changed, and that we are about to follow.
    const isOnTheWay = moved === 0 || (moved > 0 && toGo > 0);
    following.current = Math.abs(toGo) <= slackPx || (following.current && isOnTheWay);
    topBefore.current = scrollTop;
    setIsFollowing(following.current);
    if (scrollTop < topSlackPx && !following.current) onNearTop();
  }

  // Whoever is at a form when it is answered goes on to the next, though they had moved it a little.
  const askBefore = useRef(oldestAskId);
  useLayoutEffect(() => {
    const form = askBefore.current === oldestAskId ? null : formOf(askBefore.current);
    if (form && viewport.current && isInSight(form, viewport.current)) following.current = true;
    askBefore.current = oldestAskId;
  }, [oldestAskId]);

  // Follows growth of any cause: text, a card that opens, a picture that arrives, a keyboard that comes up.
  useLayoutEffect(() => {
    if (!viewport.current || !content.current) return;
    if (following.current) follow();
    const observer = new ResizeObserver(() => {
      if (following.current) follow();
      heightBefore.current = viewport.current?.scrollHeight ?? 0;
    });
    observer.observe(viewport.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [follow]);

  // Whoever had gone past the oldest form, to the end, stays at the end when all are answered.
  useEffect(() => {
    if (oldestAskId === undefined && atBottom.current) following.current = true;
  }, [oldestAskId]);

  // What is put in front must not move what one is reading.
  const firstBefore = useRef(firstId);
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element && firstBefore.current !== undefined && firstBefore.current !== firstId && !following.current) {
      moveTo(element, element.scrollTop + element.scrollHeight - heightBefore.current);
    }
    firstBefore.current = firstId;
  }, [firstId, moveTo]);

  return { viewport, content, isFollowing, onScroll, jumpToLatest: follow };
}

function formOf(askId: string | undefined): HTMLElement | null {
  return askId === undefined ? null : document.getElementById(askElementId(askId));
}

function isInSight(element: HTMLElement, viewport: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const sight = viewport.getBoundingClientRect();
  return top < sight.bottom && bottom > sight.top;
}
