// How the program in a terminal ended, in its own words where it left any.
import type { Tmux } from './tmux/tmux.ts';

/** A sentence for the person. */
export async function ending(tmux: Tmux, name: string): Promise<string> {
  const { exit } = (await tmux.find(name)) ?? {};
  if (exit === undefined) return 'Claude Code has ended.';
  if (exit.signal !== undefined) return `Claude Code was killed (signal ${exit.signal}).`;
  const words = lastWords(await tmux.printed(name, rowsAbove).catch(() => ''));
  const failed = `Claude Code failed (status ${exit.status ?? 'unknown'})`;
  return words === '' ? `${failed}.` : `${failed}. It said: “${words}”`;
}

/** tmux writes its own line below what the program printed, and may push that off the screen. */
const rowsAbove = 100;

/** What the program printed last, without what is always there. */
export function lastWords(screen: string): string {
  const lines = screen.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !always.some((known) => known.test(line)));
  return said.slice(-mostLines).join(' ').slice(0, mostCharacters);
}

const mostLines = 3;
const mostCharacters = 400;

const always = [
  // tmux's, as Beckon has configured it.
  /^It failed \((status|signal) \d+\)\. .{1,40} leaves\.$/,
  // Printed at every end, where there is something to resume and where not.
  /^Resume this session with:$/,
  /^claude --resume \S+$/,
  // Printed at every start after one that was killed.
  /^Claude Code's fullscreen renderer didn't finish starting/,
  /^renderer\. It will try fullscreen again next launch/,
];
