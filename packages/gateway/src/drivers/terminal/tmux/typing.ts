// Types into a terminal. Text goes in as inert data: it cannot name a key, end its own paste or press Enter.
import { randomUUID } from 'node:crypto';
import { runTmux, type TmuxCommand } from './command.ts';
import type { Tmux } from './tmux.ts';

/** The keys that Beckon presses by itself, by tmux's names for them. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'BTab' | 'Up' | 'Down' | 'Left' | 'Right' | 'C-c' | '!';

/** Presses one key, once. */
export async function pressKey(tmux: Tmux, name: string, key: Key): Promise<void> {
  const pane = await tmux.pane(name);
  await tmux.run(leaveScrollback(pane), ['send-keys', '-t', pane, key]);
}

/** Pastes text and presses nothing. */
export async function pasteText(tmux: Tmux, name: string, text: string): Promise<void> {
  const input = inertText(text);
  if (input === '') return;
  const pane = await tmux.pane(name);
  const buffer = `beckon-${randomUUID()}`;
  const load: TmuxCommand = ['load-buffer', '-b', buffer, '-'];
  // -p brackets the paste where the program asked for that; -r leaves line feeds as they are, for a program that did not
  // would take a carriage return for Enter.
  const paste: TmuxCommand = ['paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', pane];
  await runTmux(tmux.client, [load, paste], { input });
}

/** Sends bytes exactly as they are: what a person types into the view of a pane. */
export async function sendBytes(tmux: Tmux, name: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return;
  const pane = await tmux.pane(name);
  for (let start = 0; start < bytes.length; start += BYTES_PER_CLIENT) {
    const keys = byteCommands(pane, bytes.subarray(start, start + BYTES_PER_CLIENT));
    await tmux.run(leaveScrollback(pane), ...keys);
  }
}

/** Bytes as tmux commands; what they say stays the same in argv and in control mode. */
export function byteCommands(pane: string, bytes: Uint8Array): TmuxCommand[] {
  const commands: TmuxCommand[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_PER_COMMAND) {
    const chunk = bytes.subarray(start, start + BYTES_PER_COMMAND);
    commands.push(['send-keys', '-H', '-t', pane, ...Array.from(chunk, (byte) => byte.toString(16).padStart(2, '0'))]);
  }
  return commands;
}

/** Keys go to whoever scrolls at the terminal, not to its program, until the scrolling ends. */
export function leaveScrollback(pane: string): TmuxCommand {
  return ['copy-mode', '-q', '-t', pane];
}

/** The text without what a terminal would obey: every control character but line feed and tab. */
export function inertText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** One tmux client can say about 16 kB in all. */
const BYTES_PER_CLIENT = 2048;
const BYTES_PER_COMMAND = 256;
