import { expect, test } from 'vitest';
import { globMatcher } from './glob.ts';

test.each([
  ['*.sh', ['a.sh', '.sh'], ['a.sh.txt', 'a.js', 'ash']],
  ['a*b*c', ['abc', 'axbxc', 'abbcc'], ['ab', 'acb', 'abcd']],
  ['ab*ba', ['abba', 'abxba'], ['aba', 'ab']],
  ['?.sh', ['a.sh', 'é.sh'], ['ab.sh', '.sh']],
  ['*a?c*', ['xabcx', 'aaac'], ['ac', 'xac']],
  ['a', ['a'], ['ab', '']],
  ['**', ['', 'a'], []],
  ['(a+)+$*', ['(a+)+$b'], ['aa']],
])('[L12] %s', (pattern, fitting, others) => {
  const matches = globMatcher(pattern);
  expect(fitting.filter((name) => matches?.(name) !== true)).toEqual([]);
  expect(others.filter((name) => matches?.(name) !== false)).toEqual([]);
});

test('[L12] sets of characters and escapes are left to the shell', () => {
  expect(['[ab].sh', '[[:alpha:]]', String.raw`\*.sh`].map(globMatcher)).toEqual([undefined, undefined, undefined]);
});

test('[L12] no pattern takes longer for a name that nearly fits', () => {
  const matches = globMatcher(`${'*a'.repeat(100)}b`);
  expect(matches?.('a'.repeat(255))).toBe(false);
});
