// A terminal of Beckon's tmux, as those who read and answer dialogs use it.
import type { Tmux } from '../tmux/tmux.ts';
import { pasteText, pressKey } from '../tmux/typing.ts';
import type { DialogTerminal } from './answerOnScreen.ts';

export function paneTerminal(tmux: Tmux, name: string): Required<DialogTerminal> {
  return {
    clock: tmux.client.clock,
    screen: () => tmux.screen(name),
    press: (key) => pressKey(tmux, name, key),
    paste: (text) => pasteText(tmux, name, text),
    stretch: () => tmux.stretch(name, TALL_ROWS),
  };
}

/** A dialog shows a command or a file in full, however long. */
const TALL_ROWS = 1000;
