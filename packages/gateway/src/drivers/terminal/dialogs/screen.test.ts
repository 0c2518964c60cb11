import { expect, test } from 'vitest';
import { shows } from './screen.ts';

test.each([
  [['touch x.txt'], 'touch x.txt'],
  [['touch   x'], 'touch\tx'],
  [['aaaa', 'aaa bbb', 'ccc'], 'aaaaaaa bbb ccc'],
  [['a', '', 'b'], 'a\n\nb\n'],
  [['  indented'], 'indented'],
  [['é漢字 👍'], 'é漢字 👍'],
])('%j shows %j', (rows, text) => {
  expect(shows(rows, text)).toBe(true);
});

test.each([
  [['touch x.txt'], 'touch x.tx'],
  [['touch x.txt'], 'touch x.txt; rm -rf /'],
  [['touch x.txt'], 'touchx.txt'],
  [['ab cd'], 'abx cd'],
  [['rm', '-rf a'], 'rm -rfa'],
  [[], 'x'],
  [['x'], ''],
])('%j does not show %j', (rows, text) => {
  expect(shows(rows, text)).toBe(false);
});
