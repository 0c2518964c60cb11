import { expect, test } from 'vitest';
import { misuseSentence, refuseUnknownCommand } from './misuse.ts';
import { buildProgram } from './program.ts';

/** What a command line is refused with; undefined where it is not. */
function refusal(...words: string[]): string | undefined {
  const said: string[] = [];
  const program = buildProgram().exitOverride();
  program.configureOutput({ outputError: (text) => said.push(misuseSentence(text)) });
  try {
    refuseUnknownCommand(program, words);
    return undefined;
  } catch {
    return said.join('');
  }
}

test('a word that is no command is named', () => {
  expect(refusal('lst')).toBe('beckon: There is no command "lst". All there are: beckon --help\n');
});

test.each([[], ['--port', '1'], ['serve'], ['ls', '--json'], ['help'], ['claude', 'lst']])(
  'a command line that begins as it should is left to the parser: %j %j',
  (...words) => {
    expect(refusal(...words.filter((word) => word !== undefined))).toBeUndefined();
  },
);

test.each([
  ["error: missing required argument 'session'\n", "beckon: Missing required argument 'session'.\n"],
  [
    "error: unknown option '--jsn'\n(Did you mean --json?)\n",
    "beckon: Unknown option '--jsn' (Did you mean --json?)\n",
  ],
  [
    "error: option '--port <number>' argument 'x' is invalid. It must be a number from 0 to 65535.",
    "beckon: Option '--port <number>' argument 'x' is invalid. It must be a number from 0 to 65535.\n",
  ],
])('%j is said as a sentence', (text, sentence) => {
  expect(misuseSentence(text)).toBe(sentence);
});
