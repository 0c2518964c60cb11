// Programs may ask for the mouse. Here they get its wheel and nothing else: what one drags over is selected, to be copied,
// and no tap on a screen can answer for its person.
import type { Terminal } from '@xterm/xterm';

export interface MouseModes {
  /** The program scrolls by itself, and is told of the wheel as terminals do today. */
  wantsWheel(): boolean;
}

export function watchMouseModes({ parser }: Pick<Terminal, 'parser'>): MouseModes {
  const on = new Set<number>();
  const set = (params: readonly (number | number[])[], isOn: boolean) => {
    const modes = params.filter((mode) => typeof mode === 'number');
    for (const mode of modes) {
      if (isOn && mouseModes.has(mode)) on.add(mode);
      else on.delete(mode);
    }
    // Kept from xterm, which would report every click, and select nothing.
    return modes.length > 0 && modes.every((mode) => mouseModes.has(mode));
  };
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => set(params, true));
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => set(params, false));
  parser.registerEscHandler({ final: 'c' }, () => {
    on.clear();
    return false;
  });
  return { wantsWheel: () => on.has(wheelWords) && on.size > 1 };
}

/** A turn of the wheel over the middle of a screen. */
export function wheelReport(direction: 'up' | 'down', { cols, rows }: Pick<Terminal, 'cols' | 'rows'>): string {
  return `\u001b[<${direction === 'up' ? 64 : 65};${Math.ceil(cols / 2)};${Math.ceil(rows / 2)}M`;
}

/** How a report is worded: as text, for screens of any width. */
const wheelWords = 1006;
const mouseModes = new Set([9, 1000, 1001, 1002, 1003, 1005, wheelWords, 1015, 1016]);
