// What is in view, as a test says: the simulated browser lays nothing out.
import { onTestFinished, vi } from 'vitest';

export interface Intersections {
  /** Shows an element with so much of it in view, in a window that is 800 pixels high. */
  show: (element: Element, seen: { ratio: number; heightPx?: number }) => void;
}

export function stubIntersections(): Intersections {
  const watchers = new Map<Element, IntersectionObserverCallback>();
  class StubbedObserver {
    readonly #callback: IntersectionObserverCallback;
    readonly #watched: Element[] = [];

    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
    }

    observe(element: Element) {
      this.#watched.push(element);
      watchers.set(element, this.#callback);
    }

    disconnect() {
      for (const element of this.#watched) watchers.delete(element);
    }
  }
  vi.stubGlobal('IntersectionObserver', StubbedObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    show(element, { ratio, heightPx = 0 }) {
      const entry = {
        isIntersecting: ratio > 0,
        intersectionRatio: ratio,
        intersectionRect: { height: heightPx },
        rootBounds: { height: 800 },
      };
      watchers.get(element)?.([entry as IntersectionObserverEntry], {} as IntersectionObserver);
    },
  };
}
