// The screen as xterm draws it. tmux is the terminal that the program talks to; what is drawn here only looks on, so it
// answers no questions of the program and reports nothing but what a person types.
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to give a name to
import '@xterm/xterm/css/xterm.css';
import { fromBinaryText, fromText, withoutControls } from './bytes.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to give a name to
import './pane.css';
import { watchMouseModes } from './mouseModes.ts';
import { onDarknessChange, pageDarkness } from './darkness.ts';
import type { Darkness } from './palette.ts';
import { newLine } from './paneKeys.ts';
import { scrollThrough } from './paneScroll.ts';
import type { PaneScreen, ScreenListener } from './screen.ts';
import { pageTheme } from './xtermTheme.ts';

const typingFontPx = 13;
/** Below this one scrolls sideways instead. */
const smallestFontPx = 9;
/** What xterm has not drawn yet; it refuses more than 50 MB. */
const backlogLimit = 1_000_000;
/** Ends whatever sequence was cut off, then clears all. In line with other bytes, unlike a call of `reset`. */
const fullReset = '\u0018\u001bc';
/** What the program writes while one looks comes on top of what the gateway sends of what was there before. */
const scrollback = 10_000;

export function openXtermScreen(box: HTMLElement, listener: ScreenListener): PaneScreen {
  let drawnFor: Darkness = 'dark';
  const theme = () => pageTheme(drawnFor, pageDarkness());
  const terminal = new Terminal({
    disableStdin: true,
    fontFamily: getComputedStyle(box).getPropertyValue('--font-mono') || 'monospace',
    fontSize: typingFontPx,
    minimumContrastRatio: 4.5,
    scrollback,
    theme: theme(),
  });
  const fitting = new FitAddon();
  terminal.loadAddon(fitting);
  terminal.open(box);
  ignoreQuestions(terminal);

  const lifetime = new AbortController();
  const onceWhileOpen = { once: true, signal: lifetime.signal };
  let isTyping = false;
  let frame = 0;
  let backlog = 0;
  let letOn: () => void = () => undefined;

  const scroll = scrollThrough({
    terminal,
    box,
    mouse: watchMouseModes(terminal),
    isTyping: () => isTyping,
    onWheel: (report) => listener.onWheel(fromText(report)),
    onFollowing: (isFollowing) => listener.onFollowing(isFollowing),
    signal: lifetime.signal,
  });
  terminal.onRender(() => scroll.follow());
  terminal.onData((text) => !isFocusReport(text) && listener.onInput(fromText(text)));
  terminal.onBinary((text) => listener.onInput(fromBinaryText(text)));
  terminal.attachCustomKeyEventHandler((event) => {
    // While one looks on, the browser keeps its keys: Tab leads on, and a selection can be copied.
    if (!isTyping || isPasteKey(event)) return false;
    // Held down, it would go on to answer whatever the program asks next.
    if (event.repeat && event.key === 'Enter') return false;
    if (isNewLineKey(event)) return act(event, () => listener.onInput(fromText(newLine)));
    if (isCopyKey(event)) return act(event, () => copySelection());
    return !isLeaveKey(event) || act(event, () => listener.onLeave());
  });
  box.addEventListener('mousedown', () => window.addEventListener('mouseup', copySoon, onceWhileOpen), lifetime);
  box.addEventListener('paste', pasteAsText, { capture: true, signal: lifetime.signal });
  onDarknessChange(() => (terminal.options.theme = theme()), lifetime.signal);
  const observer = new ResizeObserver(layOutSoon);
  observer.observe(box);

  /** xterm has made its selection once this event is over. */
  function copySoon() {
    setTimeout(() => !lifetime.signal.aborted && copySelection());
  }

  function copySelection() {
    const text = terminal.getSelection();
    if (text !== '') listener.onSelected(text);
  }

  function pasteAsText(event: ClipboardEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (isTyping) terminal.paste(withoutControls(event.clipboardData?.getData('text/plain') ?? ''));
  }

  /** xterm knows how large its characters are only once it has drawn them. */
  function layOutSoon() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      if (isTyping) listener.onBoxChange();
      else terminal.options.fontSize = fontThatShowsAll(terminal, box);
      scroll.follow();
    });
  }

  function write(bytes: Uint8Array): Promise<void> {
    backlog += bytes.length;
    return new Promise((resolve) => {
      const isFull = backlog > backlogLimit;
      if (isFull) letOn = resolve;
      else resolve();
      terminal.write(bytes, () => {
        backlog -= bytes.length;
        if (isFull) resolve();
      });
    });
  }

  return {
    replace({ columns, rows, drawnFor: wanted = 'dark' }, bytes) {
      if (wanted !== drawnFor) {
        drawnFor = wanted;
        terminal.options.theme = theme();
      }
      const { baseY, viewportY } = terminal.buffer.active;
      terminal.resize(columns, rows);
      terminal.write(fullReset);
      if (!isTyping) layOutSoon();
      const isDrawn = write(bytes);
      // Whoever reads what is above goes on reading there.
      if (viewportY < baseY) terminal.write('', () => terminal.scrollLines(viewportY - baseY));
      return isDrawn;
    },
    write,
    setTyping(wanted) {
      isTyping = wanted;
      terminal.options.disableStdin = !wanted;
      terminal.options.cursorBlink = wanted;
      if (wanted) {
        terminal.options.fontSize = typingFontPx;
        terminal.focus();
      } else terminal.blur();
      layOutSoon();
    },
    fittingSize() {
      const proposed = fitting.proposeDimensions();
      return proposed && { columns: withinLimits(proposed.cols), rows: withinLimits(proposed.rows) };
    },
    visibleText: () => rowsInSight(terminal).join('\n').trim(),
    scrollToEnd: () => scroll.toEnd(),
    hasApplicationCursorKeys: () => terminal.modes.applicationCursorKeysMode,
    dispose() {
      lifetime.abort();
      observer.disconnect();
      cancelAnimationFrame(frame);
      terminal.dispose();
      letOn();
    },
  };
}

/** A terminal answers some sequences as if a person had typed. tmux does that; a second answer would be typed text. */
function ignoreQuestions({ parser }: Terminal) {
  const swallow = () => true;
  for (const final of ['c', 'n', 't']) parser.registerCsiHandler({ final }, swallow);
  for (const final of ['c', 'q']) parser.registerCsiHandler({ prefix: '>', final }, swallow);
  for (const final of ['n', 'u']) parser.registerCsiHandler({ prefix: '?', final }, swallow);
  parser.registerCsiHandler({ intermediates: '$', final: 'p' }, swallow);
  parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, swallow);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
  // Colours, which can be asked for and set: both are the page's.
  for (const identifier of [4, 10, 11, 12, 104, 110, 111, 112]) parser.registerOscHandler(identifier, swallow);
}

/** Does it once for each press, and keeps the key from xterm. */
function act(event: KeyboardEvent, action: () => void): false {
  event.preventDefault();
  if (event.type === 'keydown') action();
  return false;
}

function isNewLineKey({ ctrlKey, altKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  return shiftKey && key === 'Enter' && !ctrlKey && !altKey && !metaKey;
}

/** Ctrl+C alone is the program's. */
function isCopyKey({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'c' && (metaKey || (ctrlKey && shiftKey));
}

function rowsInSight({ rows, buffer: { active } }: Terminal): string[] {
  return Array.from(
    { length: rows },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  );
}

/** Tab and Escape are the program's, so there is another way out for those who have no pointer. */
function isLeaveKey({ ctrlKey, shiftKey, key }: KeyboardEvent): boolean {
  return ctrlKey && shiftKey && key === 'Enter';
}

/** Else xterm would send the code of Ctrl+V, and the browser would not paste. */
function isPasteKey({ ctrlKey, altKey, key }: KeyboardEvent): boolean {
  return ctrlKey && !altKey && key.toLowerCase() === 'v';
}

function isFocusReport(text: string): boolean {
  return text === '\u001b[I' || text === '\u001b[O';
}

function fontThatShowsAll({ options: { fontSize = typingFontPx }, element }: Terminal, box: HTMLElement): number {
  const width = element?.querySelector('.xterm-screen')?.getBoundingClientRect().width ?? 0;
  if (width === 0) return fontSize;
  const exact = (fontSize * box.clientWidth) / width;
  return Math.min(typingFontPx, Math.max(smallestFontPx, Math.floor(exact * 2) / 2));
}

function withinLimits(characters: number): number {
  return Math.min(1000, Math.max(2, characters));
}
