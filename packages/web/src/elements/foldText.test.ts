import { describe, expect, it } from 'vitest';
import { amountOf, foldText, pieceEnd } from './foldText.ts';

function pieces(text: string, lineLimit = 12): string[] {
  const { headEnd, tailStart } = foldText(text, lineLimit);
  const cut = [text.slice(0, headEnd)];
  for (let from = headEnd; from < tailStart;) {
    const end = Math.min(pieceEnd(text, from), tailStart);
    cut.push(text.slice(from, end));
    from = end;
  }
  return tailStart < text.length ? [...cut, text.slice(tailStart)] : cut;
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

describe('foldText', () => {
  it.each([
    ['nothing', ''],
    ['one line', 'echo'],
    ['as many lines as fit', lines(12)],
    ['as many as head and tail have', lines(16)],
    ['line breaks alone', '\n'.repeat(12)],
  ])('leaves %s whole', (_, text) => {
    expect(pieces(text)).toEqual([text]);
  });

  it.each([
    ['one line too many', lines(17)],
    ['many lines', lines(5000)],
    ['one long line', 'x'.repeat(100_000)],
    ['a long line at the end', `${lines(30)}${'y'.repeat(50_000)}`],
    ['characters of two halves', '😀'.repeat(30_000)],
    ['breaks alone', '\n'.repeat(3000)],
  ])('cuts %s, and loses nothing', (_, text) => {
    const cut = pieces(text);
    expect(cut.length).toBeGreaterThan(2);
    expect(cut.join('')).toBe(text);
    for (const piece of cut) {
      expect(piece.length).toBeLessThanOrEqual(20_000);
      expect(() => encodeURIComponent(piece)).not.toThrow();
    }
  });

  it('shows the first lines and the last ones', () => {
    const [head = '', ...rest] = pieces(lines(300));
    expect(head.split('\n').slice(0, -1)).toEqual(lines(12).split('\n'));
    expect(rest.at(-1)).toBe('line 296\nline 297\nline 298\nline 299');
  });
});

it.each([
  ['a\nb\nc', '3 lines'],
  ['a\nb\nc\n', '3 lines'],
  ['x'.repeat(4000), '4,000 characters'],
  ['\n'.repeat(200_000), 'more than 100,000 lines'],
])('says how much a text is', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});
