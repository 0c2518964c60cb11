// What is said of a command line that makes no sense: in a sentence, like any other refusal.
import type { Command } from 'commander';
import { typed } from './typed.ts';

/** Without this, a word that is no command counts as one too many for the default command. Ends the process. */
export function refuseUnknownCommand(program: Command, [word]: readonly string[]): void {
  const isKnown = word === 'help' || program.commands.some((command) => command.name() === word);
  if (word === undefined || word.startsWith('-') || isKnown) return;
  program.error(`There is no command ${JSON.stringify(word)}. All there are: ${typed('--help')}`);
}

/** `text` is what the parser would print. */
export function misuseSentence(text: string): string {
  const plain = text.trim().replace(/^error: /, '');
  const [first = '', ...further] = plain.split('\n');
  const isWhole = /[.?!]$/.test(first) || further.length > 0 || first.includes('. ');
  return `beckon: ${first.charAt(0).toUpperCase()}${[first.slice(1), ...further].join(' ')}${isWhole ? '' : '.'}\n`;
}
