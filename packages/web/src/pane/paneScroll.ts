// Scrolls through a terminal as through one sheet: above, what has left the screen; below, the screen, which may be taller
// than the box that shows it. Whoever is at the end stays there when more is written. A program that has the screen to
// itself keeps what is above by itself, and is told of the wheel.
import type { Terminal } from '@xterm/xterm';
import type { MouseModes } from './mouseModes.ts';
import { wheelReport } from './mouseModes.ts';

export interface PaneScroll {
  /** To be called whenever something was drawn, or has another size. */
  follow(): void;
  toEnd(): void;
}

export interface PaneScrollOptions {
  terminal: Terminal;
  box: HTMLElement;
  mouse: MouseModes;
  isTyping: () => boolean;
  /** Told what to tell the program of the wheel. */
  onWheel: (report: string) => void;
  /** Told whether the end is in sight, and kept so. */
  onFollowing: (isFollowing: boolean) => void;
  signal: AbortSignal;
}

export function scrollThrough(options: PaneScrollOptions): PaneScroll {
  const { terminal, box, mouse, isTyping, onWheel, onFollowing, signal } = options;
  let isFollowing = true;
  /** What is left of a movement that was not a whole row. */
  let rest = 0;
  /** A program that scrolls by itself has been sent up. It does not say when it is back. */
  let isProgramUp = false;
  let lastY: number | undefined;
  const screen = () => terminal.element?.querySelector('.xterm-screen');
  const rowHeight = () => (screen()?.clientHeight ?? 0) / terminal.rows || 1;

  // Before xterm hears of them: it knows of no box around it.
  box.addEventListener('wheel', turnWheel, { capture: true, passive: false, signal });
  box.addEventListener('keydown', pressKey, { capture: true, signal });
  box.addEventListener('touchstart', ({ touches }) => (lastY = touches[0]?.clientY), { passive: true, signal });
  box.addEventListener('touchmove', swipe, { passive: false, signal });

  function turnWheel(event: WheelEvent) {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.ctrlKey || isSideways) return;
    const unit = [1, rowHeight(), box.clientHeight][event.deltaMode] ?? 1;
    event.preventDefault();
    event.stopPropagation();
    moveBy(event.deltaY * unit);
  }

  function pressKey(event: KeyboardEvent) {
    const page = { PageUp: -1, PageDown: 1 }[event.key];
    if (page === undefined || event.shiftKey !== isTyping()) return;
    event.preventDefault();
    event.stopPropagation();
    moveBy(page * (box.clientHeight - 2 * rowHeight()));
  }

  function swipe(event: TouchEvent) {
    const y = event.touches[0]?.clientY;
    if (y === undefined || lastY === undefined || event.touches.length > 1) return;
    event.preventDefault();
    moveBy(lastY - y);
    lastY = y;
  }

  /** Down where it is positive. On the way up the screen comes before what is above it, on the way down after. */
  function moveBy(pixels: number) {
    const top = box.scrollTop;
    if (pixels < 0) {
      box.scrollTop = Math.max(0, top + pixels);
      scrollBack(pixels + top - box.scrollTop);
    } else if (mouse.wantsWheel()) {
      box.scrollTop = Math.max(top, Math.min(endTop(), top + pixels));
      scrollBack(pixels - box.scrollTop + top);
    } else {
      const { baseY, viewportY } = terminal.buffer.active;
      const above = Math.min(pixels, (baseY - viewportY) * rowHeight());
      scrollBack(above);
      if (pixels > above) box.scrollTop = Math.min(endTop(), top + pixels - above);
    }
    noteWhere();
  }

  function scrollBack(pixels: number) {
    const step = rowHeight() * (mouse.wantsWheel() ? rowsPerTurn : 1);
    rest += pixels;
    const steps = Math.trunc(rest / step);
    rest -= steps * step;
    if (steps === 0) return;
    if (!mouse.wantsWheel()) return terminal.scrollLines(steps);
    isProgramUp ||= steps < 0;
    onWheel(wheelReport(steps < 0 ? 'up' : 'down', terminal).repeat(Math.min(Math.abs(steps), mostTurns)));
  }

  function noteWhere() {
    const { baseY, viewportY } = terminal.buffer.active;
    const isAtEnd = !isProgramUp && viewportY >= baseY && box.scrollTop >= endTop() - rowHeight();
    if (isAtEnd !== isFollowing) onFollowing(isAtEnd);
    isFollowing = isAtEnd;
  }

  /** Where the box has to be for the last row with something in it to be in sight: below it the screen is empty. */
  function endTop(): number {
    const { active } = terminal.buffer;
    let row = terminal.rows - 1;
    while (row > active.cursorY && active.getLine(active.baseY + row)?.translateToString(true) === '') row -= 1;
    return Math.max(0, Math.ceil((row + 1) * rowHeight() - box.clientHeight));
  }

  return {
    follow() {
      if (isFollowing) box.scrollTop = endTop();
    },
    toEnd() {
      rest = 0;
      if (isProgramUp) onWheel(ctrlEnd);
      isProgramUp = false;
      terminal.scrollToBottom();
      box.scrollTop = endTop();
      noteWhere();
    },
  };
}

/** How far Claude Code goes with one turn of the wheel, more or less: it hurries where many come at once. */
const rowsPerTurn = 2;
const mostTurns = 50;
/** The key with which it goes back to its end. */
const ctrlEnd = '\u001b[1;5F';
