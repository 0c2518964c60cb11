// The page's colours, as xterm takes them.
import type { ITheme } from '@xterm/xterm';

export function pageTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
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
