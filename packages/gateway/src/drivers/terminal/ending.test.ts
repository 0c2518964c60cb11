import { expect, test } from 'vitest';
import { lastWords } from './ending.ts';

test.each([
  ['', ''],
  [' It failed (status 1). Ctrl-b d leaves.\n', ''],
  [
    "error: unknown option '--nonsense'\n\n\n It failed (status 1). Ctrl-b d leaves.",
    "error: unknown option '--nonsense'",
  ],
  [
    `Claude Code's fullscreen renderer didn't finish starting last time on this machine, so this launch is using the classic
renderer. It will try fullscreen again next launch; /tui default keeps the classic renderer.
No conversation found with session ID: fcb88e16-b72f-46ec-ab66-4a5b10c2a2e4

Resume this session with:
claude --resume fcb88e16-b72f-46ec-ab66-4a5b10c2a2e4

 It failed (status 1). Ctrl-b d leaves.`,
    'No conversation found with session ID: fcb88e16-b72f-46ec-ab66-4a5b10c2a2e4',
  ],
  ['one\ntwo\nthree\nfour', 'two three four'],
])('of a program that failed, what it said last is kept: %j', (screen, words) => {
  expect(lastWords(screen)).toBe(words);
});
