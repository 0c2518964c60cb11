// Where a long text is cut. The work is bounded by what is shown, not by how long the text is.

const charactersPerLine = 400;
/** Whoever hides something behind a long beginning likes to put it last. */
const tailLines = 4;
/** What a page draws without a pause that anyone would notice. */
const pieceLines = 400;
const pieceCharacters = 20_000;
/** More lines than that are not counted. */
const mostCounted = 100_000;

/** The end of the head and the start of the tail; they meet where the text is short enough to be shown whole. */
export function foldText(text: string, lineLimit: number): { headEnd: number; tailStart: number } {
  const headEnd = pieceEnd(text, 0, { lines: lineLimit, characters: lineLimit * charactersPerLine });
  const tailStart = startOfTail(text);
  return headEnd < tailStart ? { headEnd, tailStart } : { headEnd: text.length, tailStart: text.length };
}

/** After so many lines, or in the middle of one that is too long; never within a character. */
export function pieceEnd(
  text: string,
  from: number,
  { lines, characters } = { lines: pieceLines, characters: pieceCharacters },
): number {
  const most = wholeCharacter(text, Math.min(from + characters, text.length));
  let end = from;
  for (let line = 0; line < lines; line++) {
    const lineBreak = text.indexOf('\n', end);
    // `indexOf` may have looked far, but only once: there is no further break before the limit.
    if (lineBreak === -1 || lineBreak >= most) return most;
    end = lineBreak + 1;
  }
  return end;
}

function startOfTail(text: string): number {
  const least = wholeCharacter(text, Math.max(0, text.length - tailLines * charactersPerLine));
  let start = text.length;
  for (let line = 0; line < tailLines; line++) {
    const lineBreak = text.lastIndexOf('\n', start - 2);
    if (lineBreak < least) return least;
    start = lineBreak + 1;
  }
  return start;
}

function wholeCharacter(text: string, index: number): number {
  const isSplit = /[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]/.test(text.charAt(index - 1));
  return isSplit ? index - 1 : index;
}

/** In lines, or, of a single line, in characters. A line break at the end begins no further line. */
export function amountOf(text: string): string {
  const lastBreak = text.length - 1;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < lastBreak; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > mostCounted) return `more than ${grouped.format(mostCounted)} lines`;
  }
  return lines > 1 ? `${grouped.format(lines)} lines` : `${grouped.format(text.length)} characters`;
}

const grouped = new Intl.NumberFormat('en');
