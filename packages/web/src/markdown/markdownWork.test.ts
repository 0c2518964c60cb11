// Texts that are made to be slow to read. What counts is how often the work doubles, not how long it takes.
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from './markdownBlocks.ts';
import { areRead } from './markdownWork.ts';

const size = 80_000;
const repeated = (piece: string) => piece.repeat(Math.ceil(size / piece.length));

/** By what repeats in them. */
const pathological: Record<string, string> = {
  'open brackets on lines': repeated('[\n'),
  'open brackets': repeated('['),
  'closing brackets': repeated(']'),
  'open pictures': repeated('!['),
  'half links': repeated('[a]('),
  'half links with targets': repeated('[a](b'),
  references: repeated('[a][b]'),
  footnotes: repeated('[^a]'),
  stars: repeated('*'),
  'stars and words': repeated('*a '),
  'stars and underscores': repeated('_a*'),
  'double stars': repeated('**a'),
  tildes: repeated('~~a'),
  'nested quotes': repeated('>'),
  'nested quotes with spaces': repeated('> '),
  'nested lists': repeated('- '),
  'nested numbers': repeated('1. '),
  'quoted lines': repeated('> a\n'),
  'list lines': repeated('- a\n'),
  'headings by underlining': repeated('a\n=\n'),
  'lists that are indented more and more': Array.from({ length: 280 }, (_, depth) => `${'  '.repeat(depth)}- a`).join(
    '\n',
  ),
  'single backticks': repeated('`a'),
  'backticks of every length': Array.from({ length: 400 }, (_, length) => '`'.repeat(length + 1)).join(' '),
  'a wide table': `${'a|'.repeat(size / 4)}\n${'-|'.repeat(size / 4)}`,
  'a long table': `|a|b|\n|-|-|\n${repeated('|a|b|\n')}`,
  tags: repeated('<a '),
  comments: repeated('<!--'),
  'angle brackets': repeated('<'),
  backslashes: repeated('\\'),
  'a paragraph of short lines': repeated('word\n'),
  'definitions of links': repeated('[a]: b\n'),
  'brackets after a definition, which keeps the text whole': `[a]: b\n\n${repeated('[\n\n')}`,
};

describe('a text that is made to be slow to read', () => {
  it.each(Object.entries(pathological))('is not read as markdown: %s', (_, text) => {
    expect(workOf(text)).toBe(0);
  });

  it.each(Object.entries(pathological))('costs no more where it comes in many small blocks: %s', (_, text) => {
    const small = text.slice(0, 300).replaceAll('\n', ' ');
    const [once, twice] = [400, 800].map((count) => workOf(`${small}\n\n`.repeat(count)));
    expect(once).toBeLessThanOrEqual(4_000_000);
    expect(twice).toBeLessThanOrEqual(4_000_000);
  });
});

it('finds out how much that is in time that grows with the text', () => {
  for (const text of Object.values(pathological)) {
    const long = text.repeat(10);
    expect(markdownBlocks(long).join('\n').length).toBe(long.length);
  }
});

it.each([
  ['prose', 'One sentence, with *some* **marks** and `code`, after another. '.repeat(100)],
  ['a list', '- an item with **marks** and a [link](https://example.org)\n'.repeat(60)],
  ['a table', `| a | b | c |\n|---|---|---|\n${'| one | two | three |\n'.repeat(100)}`],
  ['a long block of code', `\`\`\`ts\n${'if (a[b] > c(d)) return [e, { f: `g` }];\n'.repeat(2000)}\`\`\``],
])('reads %s', (_, text) => {
  expect(areRead(markdownBlocks(text))).not.toContain(false);
});

it('does not change its mind about what comes first when more follows', () => {
  const blocks = Array.from({ length: 60 }, (_, index) => '*a '.repeat(index * 10));
  const all = areRead(blocks);
  for (let length = 1; length < blocks.length; length++) {
    expect(areRead(blocks.slice(0, length))).toEqual(all.slice(0, length));
  }
});

/** The square of the marks of what is read, counted apart from the code that is tested. */
function workOf(text: string): number {
  const blocks = markdownBlocks(text);
  const read = areRead(blocks);
  return blocks.reduce((sum, block, index) => {
    const marks = block.split('').filter((sign) => '[]()*_`~<>|\\=#+-\n'.includes(sign)).length;
    return sum + (read[index] ? marks ** 2 : 0);
  }, 0);
}
