import { describe, expect, it } from 'vitest';
import { markdownBlocks } from './markdownBlocks.ts';

describe('markdownBlocks', () => {
  it.each([
    ['paragraphs', 'one\n\ntwo', ['one\n', 'two']],
    ['code with blank lines', '```js\na\n\nb\n```\n\nafter', ['```js\na\n\nb\n```\n', 'after']],
    ['a fence inside a longer fence', '````\n```\n\nx\n````\n\nafter', ['````\n```\n\nx\n````\n', 'after']],
    ['an unfinished fence', 'text\n\n```js\na\n\nb', ['text\n', '```js\na\n\nb']],
    ['a loose list', '1. a\n\n2. b\n\n   more\n\nafter', ['1. a\n\n2. b\n\n   more\n', 'after']],
    ['a definition', 'see [x]\n\n[x]: https://a.example', ['see [x]\n\n[x]: https://a.example']],
    ['nothing', '', ['']],
  ])('cuts %s where a cut changes nothing', (_name, text, expected) => {
    expect(markdownBlocks(text)).toEqual(expected);
  });

  it('loses nothing', () => {
    const text = '# a\n\nb\n\n- c\n\n- d\n\n```\n\n\n```\n\n\ne\n';
    expect(markdownBlocks(text).join('\n')).toBe(text);
  });

  it('leaves earlier blocks as they were while the text grows', () => {
    const whole = 'one\n\ntwo\n\n```\ncode\n\n```\n\nthree';
    const final = markdownBlocks(whole);
    for (let length = 1; length <= whole.length; length += 1) {
      const blocks = markdownBlocks(whole.slice(0, length));
      expect(final.slice(0, blocks.length - 1)).toEqual(blocks.slice(0, -1));
    }
  });
});
