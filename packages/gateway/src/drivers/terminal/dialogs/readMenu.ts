// Reads which menu or list is open in the place of the prompt: what slash commands such as /model and /config show. It takes
// keys, and nothing that was written to the agent would reach it.
import { readPromptBox } from './promptBox.ts';
import { joined, screenRows } from './screen.ts';

/** Its title; undefined where there is none. `screen` is what `tmux capture-pane -p` prints. */
export function readMenu(screen: string): string | undefined {
  const rows = screenRows(screen);
  const top = rows.findLastIndex((row) => UPPER_EDGE.test(row));
  if (top === -1 || !FOOTER.test(joined(rows.slice(-FOOTER_ROWS))) || readPromptBox(screen)) return undefined;
  const heading = rows.slice(top + 1).find((row) => row !== '');
  // Behind the title of some stand the names of their tabs.
  return heading?.trim().split(/ {2,}/)[0];
}

const UPPER_EDGE = /^▔{10,}/;
const FOOTER = /\besc to \w+/i;
/** Narrow screens wrap it. */
const FOOTER_ROWS = 3;
