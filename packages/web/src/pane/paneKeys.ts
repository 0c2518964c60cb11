// Keys that a phone's keyboard does not have, and what a terminal sends for them.
import { fromText } from './bytes.ts';

/** As they stand in two rows. */
export const paneKeys = [
  'Esc',
  'Tab',
  'Up',
  'Shift+Tab',
  'Ctrl-C',
  'Shift+Enter',
  'Left',
  'Down',
  'Right',
  'Enter',
] as const;
export type PaneKey = (typeof paneKeys)[number];

/** Enter with Meta, which programs that know more than one line take for a new one. */
export const newLine = '\u001b\r';

export function keyBytes(key: PaneKey, hasApplicationCursorKeys: boolean): Uint8Array {
  const arrow = (letter: string) => fromText(`\u001b${hasApplicationCursorKeys ? 'O' : '['}${letter}`);
  switch (key) {
    case 'Esc':
      return fromText('\u001b');
    case 'Tab':
      return fromText('\t');
    case 'Shift+Tab':
      return fromText('\u001b[Z');
    case 'Shift+Enter':
      return fromText(newLine);
    case 'Ctrl-C':
      return fromText('\u0003');
    case 'Enter':
      return fromText('\r');
    case 'Up':
      return arrow('A');
    case 'Down':
      return arrow('B');
    case 'Right':
      return arrow('C');
    case 'Left':
      return arrow('D');
  }
}
