// A session's terminal on the page: draws what its program writes and, once the person has chosen to type, passes keys
// on and gives it the size of the box.
import { BeckonError } from '@beckon/protocol';
import type { PaneEvent, PaneSize, Transport } from '@beckon/protocol';
import { fromBase64, toBase64 } from './bytes.ts';
import { copyText } from './copyText.ts';
import type { PaneLink } from './followPane.ts';
import { followPane } from './followPane.ts';
import type { PaneKey } from './paneKeys.ts';
import { keyBytes } from './paneKeys.ts';
import type { OpenScreen } from './screen.ts';
import { createTyping } from './typing.ts';

export interface PaneState {
  link: PaneLink;
  isTyping: boolean;
  /** The end of what the program writes is in sight, and kept so. */
  isFollowing: boolean;
  /** For a moment after something was put on the clipboard: how many lines it has. */
  copiedLines?: number | undefined;
  /** What last went wrong with a key or with the size. */
  problem?: string | undefined;
}

export const initialPaneState: PaneState = {
  link: { state: 'connecting' },
  isTyping: false,
  isFollowing: true,
};

export interface Pane {
  /** Does nothing unless the screen is live: nobody should type into what they cannot see. */
  startTyping(): void;
  stopTyping(): void;
  press(key: PaneKey): void;
  /** What one sees, for those who cannot select. */
  copyScreen(): void;
  scrollToEnd(): void;
  /** Looks anew at once, where the stream is down or the terminal was gone. */
  reconnect(): void;
  close(): void;
}

export interface PaneOptions {
  transport: Transport;
  sessionId: string;
  box: HTMLElement;
  openScreen: OpenScreen;
  onChange: (state: PaneState) => void;
}

const resizeDelayMs = 200;
const copiedShownMs = 2000;

export function openPane({ transport, sessionId, box, openScreen, onChange }: PaneOptions): Pane {
  let state = initialPaneState;
  let attempt = new AbortController();
  let resizeTimer: ReturnType<typeof setTimeout> | undefined;
  let copiedTimer: ReturnType<typeof setTimeout> | undefined;
  let resizing = Promise.resolve();
  let size: PaneSize | undefined;
  const closing = new AbortController();

  const type = createTyping({
    send: (bytes) => transport.typeIntoPane(sessionId, { data: toBase64(bytes) }),
    onFailure(error) {
      stopTyping();
      change({ problem: `Typing has stopped. ${error.message} Look at the screen before you go on.` });
    },
  });
  const screen = openScreen(box, {
    onInput: (bytes) => state.isTyping && type(bytes),
    onWheel: (bytes) => state.link.state === 'live' && type(bytes),
    onLeave: stopTyping,
    onSelected: (text) => void copy(text),
    onFollowing: (isFollowing) => change({ isFollowing }),
    onBoxChange: fitSoon,
  });
  // A browser has few connections for all its tabs; those that nobody looks at leave theirs to the others.
  document.addEventListener('visibilitychange', followVisibility, closing);
  followVisibility();

  function change(next: Partial<PaneState>) {
    if (closing.signal.aborted) return;
    state = { ...state, ...next };
    onChange(state);
  }

  function followVisibility() {
    const isHidden = document.visibilityState === 'hidden';
    if (isHidden && state.link.state !== 'ended') disconnect();
    if (!isHidden && state.link.state !== 'ended') connect();
  }

  function connect() {
    attempt.abort();
    attempt = new AbortController();
    const { signal } = attempt;
    void followPane(
      { transport, sessionId, signal },
      { onDraw: draw, onLink: (link) => !signal.aborted && setLink(link) },
    );
  }

  function disconnect() {
    attempt.abort();
    setLink({ state: 'connecting' });
  }

  function setLink(link: PaneLink) {
    if (link.state !== 'live') stopTyping();
    change({ link });
    // While they were cut off the terminal may have gone back to the size that it had before them.
    fitSoon();
  }

  async function copy(text: string) {
    clearTimeout(copiedTimer);
    if (!(await copyText(text))) {
      return change({ problem: 'The browser does not let this page use the clipboard.' });
    }
    if (closing.signal.aborted) return;
    change({ copiedLines: text.split('\n').length });
    copiedTimer = setTimeout(() => change({ copiedLines: undefined }), copiedShownMs);
  }

  function draw(event: Exclude<PaneEvent, { type: 'ended' }>): Promise<void> {
    const bytes = fromBase64(event.data);
    if (event.type === 'output') return screen.write(bytes);
    size = { columns: event.columns, rows: event.rows };
    return screen.replace({ ...size, drawnFor: event.drawnFor }, bytes);
  }

  function stopTyping() {
    clearTimeout(resizeTimer);
    if (!state.isTyping) return;
    screen.setTyping(false);
    change({ isTyping: false });
  }

  /** A terminal has one size for all who look at it, so only those who type set it, and once their box is at rest. */
  function fitSoon() {
    clearTimeout(resizeTimer);
    if (state.isTyping) resizeTimer = setTimeout(() => (resizing = resizing.then(fit)), resizeDelayMs);
  }

  async function fit() {
    const wanted = screen.fittingSize();
    if (!state.isTyping || !wanted || (wanted.columns === size?.columns && wanted.rows === size.rows)) return;
    try {
      await transport.resizePane(sessionId, wanted);
    } catch (thrown) {
      change({ problem: `The terminal keeps its size. ${BeckonError.from(thrown).message}` });
    }
  }

  return {
    startTyping() {
      if (state.link.state !== 'live' || state.isTyping) return;
      change({ isTyping: true, problem: undefined });
      screen.setTyping(true);
      fitSoon();
    },
    stopTyping,
    press(key) {
      if (state.isTyping) type(keyBytes(key, screen.hasApplicationCursorKeys()));
    },
    copyScreen: () => void copy(screen.visibleText()),
    scrollToEnd: () => screen.scrollToEnd(),
    reconnect: connect,
    close() {
      attempt.abort();
      clearTimeout(copiedTimer);
      clearTimeout(resizeTimer);
      closing.abort();
      state = initialPaneState;
      screen.dispose();
    },
  };
}
