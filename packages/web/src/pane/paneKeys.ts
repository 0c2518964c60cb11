// Keys that a phone's keyboard does not have, and what a terminal sends for them.
import { fromText } from './bytes.ts';

export const paneKeys = ['Esc', 'Up', 'Tab', 'Ctrl-C', 'Left', 'Down', 'Right', 'Enter'] as const;
export type PaneKey = (typeof paneKeys)[number];

export function keyBytes(key: PaneKey, hasApplicationCursorKeys: boolean): Uint8Array {
  const arrow = (letter: string) => fromText(`\u001b${hasApplicationCursorKeys ? 'O' : '['}${letter}`);
  switch (key) {
    case 'Esc':
      return fromText('\u001b');
    case 'Tab':
      return fromText('\t');
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
