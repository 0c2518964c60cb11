// The passage of a text in which the words stand that were looked for, and where in it they do.
import type { MarkedRange } from '@beckon/protocol';
import type { Term } from './readQuery.ts';

export interface Snippet {
  snippet: string;
  marks: MarkedRange[];
}

const snippetLength = 240;
/** So much of it comes before the first word that was looked for. */
const leadLength = 70;

export function snippetOf(text: string, terms: readonly Term[]): Snippet {
  const plain = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const folded = fold(plain);
  const wanted = terms.flatMap(patternOf);
  const first = Math.min(...wanted.map((pattern) => plain.length && firstMatch(folded, pattern)));
  const start = Number.isFinite(first) && first > leadLength ? wordStart(plain, first - leadLength) : 0;
  const end = plain.length - start <= snippetLength ? plain.length : wordEnd(plain, start + snippetLength);
  const [head, tail] = [start > 0 ? '… ' : '', end < plain.length ? ' …' : ''];
  const marks = wanted.flatMap((pattern) =>
    [...folded.slice(start, end).matchAll(pattern)].map(({ index, 0: found }) => ({
      start: head.length + index,
      end: head.length + index + found.length,
    })),
  );
  return { snippet: `${head}${plain.slice(start, end)}${tail}`, marks: merged(marks) };
}

function firstMatch(folded: string, pattern: RegExp): number {
  const found = folded.search(pattern);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/**
 * A word of the index is a run of letters and digits; what stands between two of a phrase does not count. No word begins with a
 * mark: it could be what stands between them just as well, and trying both would double the work with every word.
 */
function patternOf({ text, isBeginning }: Term): RegExp[] {
  const words = fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  if (words.length === 0) return [];
  const end = isBeginning ? '[\\p{L}\\p{N}\\p{M}]*' : '(?![\\p{L}\\p{N}\\p{M}])';
  return [new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${words.join('[^\\p{L}\\p{N}]{1,20}')}${end}`, 'gu')];
}

/** As the index compares: without case or accents. Each character stays in its place. */
function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Nothing to be done where all is plain.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, index) => foldUnit(text.charAt(index))).join('');
}

function foldUnit(unit: string): string {
  const folded = unit.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return folded.length === 1 ? folded : unit;
}

function wordStart(text: string, place: number): number {
  const space = text.indexOf(' ', place);
  return space === -1 || space > place + 30 ? afterSurrogate(text, place) : space + 1;
}

function wordEnd(text: string, place: number): number {
  const space = text.lastIndexOf(' ', place);
  return space < place - 30 ? afterSurrogate(text, place) : space;
}

/** No character is cut in two. */
function afterSurrogate(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc_00 && unit <= 0xdf_ff ? place + 1 : place;
}

function merged(marks: MarkedRange[]): MarkedRange[] {
  const result: MarkedRange[] = [];
  for (const mark of marks.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && mark.start <= last.end) last.end = Math.max(last.end, mark.end);
    else result.push({ ...mark });
  }
  return result;
}
