// The page's colours, as xterm takes them.
import type { ITheme } from '@xterm/xterm';
import type { Darkness } from './palette.ts';
import { paletteFor } from './palette.ts';

/** `drawnFor` is the kind of screen that the program has in mind. */
export function pageTheme(drawnFor: Darkness, page: Darkness): ITheme {
  const style = getComputedStyle(document.documentElement);
  const extendedAnsi = paletteFor(drawnFor, page);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    background: colour('panel'),
    foreground: colour('ink'),
    cursor: colour('ink'),
    cursorAccent: colour('panel'),
    selectionBackground: colour('pane-selection'),
    scrollbarSliderBackground: colour('line'),
    scrollbarSliderHoverBackground: colour('edge'),
    scrollbarSliderActiveBackground: colour('edge'),
    ...(extendedAnsi && { extendedAnsi }),
    ...Object.fromEntries(colourNames.map((name) => [name, colour(`pane-${name}`)])),
  };
}

const colourNames = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'brightBlack',
  'brightRed',
  'brightGreen',
  'brightYellow',
  'brightBlue',
  'brightMagenta',
  'brightCyan',
  'brightWhite',
] as const satisfies (keyof ITheme)[];
