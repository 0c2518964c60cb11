// What a notification says of an ask: all that its person decides on, as far as there is room for it.
import type { Ask } from '@beckon/protocol';
import { isDisguised, revealText, wholeAsk } from '@beckon/protocol';
import { cut } from './plainText.ts';

export interface AskText {
  text: string;
  /** Whoever reads the text has seen all that there is: nothing was cut off, and nothing in it deceives. */
  isWhole: boolean;
}

/** What every platform shows of a notification before it cuts it off. Some show more. */
const room = { characters: 160, lines: 4 };

export function askText(ask: Ask): AskText {
  const whole = wholeAsk(ask).trim();
  const lines = whole.split('\n').slice(0, room.lines).join('\n');
  const fits = lines === whole && whole.length <= room.characters;
  const isPlain = !isDisguised(whole.slice(0, room.characters), ask.toolName === 'Bash' ? 'command' : 'text');
  return {
    text: revealText(fits ? whole : cut(`${lines} …`, room.characters)),
    isWhole: fits && isPlain && ask.abridged === undefined,
  };
}
