// Looks at the real page: where a control is, and whether something else lies over it.
import type { Eyes } from './presses.ts';

/** Often enough that a control is ready when its person is; what moves in between is noticed at the press. */
const everyMs = 100;

export const pageEyes: Eyes = {
  now: () => performance.now(),
  timeOf: ({ timeStamp }) => timeStamp,

  placeOf(control) {
    const { left: x, top: y, width, height } = control.getBoundingClientRect();
    const { ownerDocument: page } = control;
    if (page.visibilityState !== 'visible' || width === 0 || height === 0) return undefined;
    // Cheap for what is out of the window, where nothing is hit.
    const uppermost = page.elementFromPoint(x + width / 2, y + height / 2);
    return uppermost && control.contains(uppermost) ? { x, y } : undefined;
  },

  keepLooking(lookAround) {
    const timer = setInterval(lookAround, everyMs);
    // A page that is left is not looked at until it is back, and then what is on it has just come.
    document.addEventListener('visibilitychange', lookAround);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookAround);
    };
  },
};
