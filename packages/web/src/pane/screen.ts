// What the pane needs of a terminal emulator. xterm is one; a test has a simpler one.
import type { PaneSize } from '@beckon/protocol';
import type { Darkness } from './palette.ts';

export interface PaneScreen {
  /** Takes that size and draws anew, whatever was drawn before; `drawnFor` is the kind of screen that the program has in mind. */
  replace(size: PaneSize & { drawnFor?: Darkness | undefined }, bytes: Uint8Array): Promise<void>;
  /** Draws on. Resolves when there is room for more, at the latest when the screen is disposed of. */
  write(bytes: Uint8Array): Promise<void>;
  /** Takes the keyboard and says what is typed, or gives it back and only shows. */
  setTyping(isTyping: boolean): void;
  /** How many characters would fill the box; unknown while it is not on the page. */
  fittingSize(): PaneSize | undefined;
  /** What one sees of it now, as text. */
  visibleText(): string;
  /** Back from what has scrolled off the screen. */
  scrollToEnd(): void;
  /** The program has asked for the other codes that arrow keys can send. */
  hasApplicationCursorKeys(): boolean;
  dispose(): void;
}

export interface ScreenListener {
  /** Keys and pasted text, as the bytes that a terminal sends for them. */
  onInput(bytes: Uint8Array): void;
  /** What a program that scrolls by itself is told of the wheel, also while one only looks on. */
  onWheel(bytes: Uint8Array): void;
  /** The person wants the keyboard back. */
  onLeave(): void;
  /** The person has selected something, and let go. */
  onSelected(text: string): void;
  /** Whether the end of what the program writes is in sight, and kept so. */
  onFollowing(isFollowing: boolean): void;
  /** Another number of characters may fit now. */
  onBoxChange(): void;
}

export type OpenScreen = (box: HTMLElement, listener: ScreenListener) => PaneScreen;
