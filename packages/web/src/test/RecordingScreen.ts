// A screen without a canvas: remembers what was drawn, and types what a test tells it to.
import type { PaneSize } from '@beckon/protocol';
import type { PaneScreen, ScreenListener } from '../pane/screen.ts';

export class RecordingScreen implements PaneScreen {
  static opened: RecordingScreen[] = [];
  static readonly open = (_box: HTMLElement, listener: ScreenListener) => new RecordingScreen(listener);

  readonly listener: ScreenListener;
  readonly drawn: (string | PaneSize)[] = [];
  isTyping = false;
  isDisposed = false;
  fits: PaneSize = { columns: 100, rows: 30 };
  usesApplicationCursorKeys = false;
  readonly #decoder = new TextDecoder();

  constructor(listener: ScreenListener) {
    this.listener = listener;
    RecordingScreen.opened.push(this);
  }

  async replace({ columns, rows }: PaneSize, bytes: Uint8Array): Promise<void> {
    this.drawn.push({ columns, rows });
    await this.write(bytes);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.drawn.push(this.#decoder.decode(bytes, { stream: true }));
  }

  /** As a person at the keyboard, whatever the pane thinks of it. */
  type(text: string): void {
    this.listener.onInput(new TextEncoder().encode(text));
  }

  setTyping(isTyping: boolean): void {
    this.isTyping = isTyping;
  }

  fittingSize(): PaneSize {
    return this.fits;
  }

  visibleText(): string {
    return 'what is on the screen';
  }

  scrollToEnd(): void {
    this.listener.onFollowing(true);
  }

  hasApplicationCursorKeys(): boolean {
    return this.usesApplicationCursorKeys;
  }

  dispose(): void {
    this.isDisposed = true;
  }
}
