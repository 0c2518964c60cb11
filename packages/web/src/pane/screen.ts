// What the pane needs of a terminal emulator. xterm is one; a test has a simpler one.
import type { PaneSize } from '@beckon/protocol';

export interface PaneScreen {
  /** Takes that size and draws anew, whatever was drawn before. */
  replace(size: PaneSize, bytes: Uint8Array): Promise<void>;
  /** Draws on. Resolves when there is room for more, at the latest when the screen is disposed of. */
  write(bytes: Uint8Array): Promise<void>;
  /** Takes the keyboard and says what is typed, or gives it back and only shows. */
  setTyping(isTyping: boolean): void;
  /** How many characters would fill the box; unknown while it is not on the page. */
  fittingSize(): PaneSize | undefined;
  /** The program has asked for the other codes that arrow keys can send. */
  hasApplicationCursorKeys(): boolean;
  dispose(): void;
}

export interface ScreenListener {
  /** Keys and pasted text, as the bytes that a terminal sends for them. */
  onInput(bytes: Uint8Array): void;
  /** The person wants the keyboard back. */
  onLeave(): void;
  /** Another number of characters may fit now. */
  onBoxChange(): void;
}

export type OpenScreen = (box: HTMLElement, listener: ScreenListener) => PaneScreen;
