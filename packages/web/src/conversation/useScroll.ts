// Keeps the end of a conversation in sight for those who have not scrolled away. Those who read elsewhere are left alone.
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

export interface Scroll {
  viewport: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isFollowing: boolean;
  onScroll: () => void;
  jumpToLatest: () => void;
  /** Brings one of the messages into sight, and stays with it. */
  show: (messageId: string) => void;
}

const slackPx = 48;
const topSlackPx = 200;
const aboveShownPx = 72;

export interface ScrollOptions {
  /** The first message; when it changes, earlier ones have been put in front. */
  firstId: string | undefined;
  onNearTop: () => void;
}

export function useScroll({ firstId, onNearTop }: ScrollOptions): Scroll {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const following = useRef(true);
  const heightBefore = useRef(0);
  const topBefore = useRef(0);

  const moveTo = useCallback((element: HTMLElement, top: number) => {
    element.scrollTop = top;
    topBefore.current = element.scrollTop;
  }, []);

  const follow = useCallback(() => {
    const element = viewport.current;
    if (element) moveTo(element, bottomOf(element));
  }, [moveTo]);

  function onScroll() {
    const element = viewport.current;
    if (!element) return;
    const { scrollTop } = element;
    const bottom = bottomOf(element);
    const toGo = bottom - scrollTop;
    // What has become shorter, or is seen through a taller window, takes along whoever was below its new end. By the time
    // we hear of it there may be more at the end.
    const bottomBefore = heightBefore.current - element.clientHeight;
    const isTakenAlong = scrollTop < topBefore.current && scrollTop >= Math.min(bottom, bottomBefore) - 1;
    const moved = isTakenAlong ? 0 : scrollTop - topBefore.current;
    // Elsewhere without having moved there means that the text has changed, and that we are about to follow.
    const isOnTheWay = moved === 0 || (moved > 0 && toGo > 0);
    following.current = Math.abs(toGo) <= slackPx || (following.current && isOnTheWay);
    topBefore.current = scrollTop;
    setIsFollowing(following.current);
    if (scrollTop < topSlackPx && !following.current) onNearTop();
  }

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

  // What is put in front must not move what one is reading.
  const firstBefore = useRef(firstId);
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element && firstBefore.current !== undefined && firstBefore.current !== firstId && !following.current) {
      moveTo(element, element.scrollTop + element.scrollHeight - heightBefore.current);
    }
    firstBefore.current = firstId;
  }, [firstId, moveTo]);

  const show = useCallback(
    (messageId: string) => {
      following.current = false;
      setIsFollowing(false);
      const bring = () => {
        const element = viewport.current;
        const message = element?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
        if (element && message) moveTo(element, message.offsetTop - aboveShownPx);
      };
      bring();
      // What stands above it has got its height by then.
      requestAnimationFrame(bring);
    },
    [moveTo],
  );

  return { viewport, content, isFollowing, onScroll, jumpToLatest: follow, show };
}

function bottomOf({ scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - clientHeight;
}
