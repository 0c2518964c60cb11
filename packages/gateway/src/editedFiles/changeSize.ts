// How many lines an edit puts in and takes away: counted as the page shows them, so that the card's title and its table agree.
import type { ChangeSize, FileSection } from '@beckon/protocol';
import { changedLines, linesOf, mayBeSmall, mostSought } from '@beckon/protocol';
import { diffLines } from 'diff';

/** Of all sections together. To seek further would hold up everything else; from there on the count may be a larger one. */
const mostSoughtOfAll = 3000;

/** A section with more is too large to be shown. */
const mostLines = 40_000;

export function changeSize(sections: readonly FileSection[]): ChangeSize {
  const size = { added: 0, removed: 0 };
  let left = mostSoughtOfAll;
  for (const { before, after, cell } of sections) {
    // No cell of a notebook ends in a line break.
    const ended = (text: string) => (cell === undefined || text === '' ? text : `${text}\n`);
    const { added, removed } = sizeOf(ended(before), ended(after), Math.min(left, mostSought));
    size.added += added;
    size.removed += removed;
    left -= Math.min(left, mostSought, added + removed);
  }
  return size;
}

function sizeOf(before: string, after: string, most: number): ChangeSize {
  const [old, now] = [linesOf(before), linesOf(after)];
  // Nothing has to be looked for where nothing stays.
  const gone = new Set(old);
  if (!now.some((line) => gone.has(line))) return { added: now.length, removed: old.length };
  const isSought = most > 0 && old.length + now.length <= mostLines && mayBeSmall(old, now);
  const least = isSought ? diffLines(before, after, { maxEditLength: most }) : undefined;
  if (!least) return sizeOfAll(changedLines(old, now));
  const countOf = (kind: 'added' | 'removed') => least.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  return { added: countOf('added'), removed: countOf('removed') };
}

function sizeOfAll(changes: ReturnType<typeof changedLines>): ChangeSize {
  const size = { added: 0, removed: 0 };
  for (const { before, after } of changes) {
    size.added += after.end - after.start;
    size.removed += before.end - before.start;
  }
  return size;
}
