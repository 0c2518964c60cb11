// How many lines an edit puts in and takes away: counted as the page shows them, so that the card's title and its table agree.
import type { ChangeSize, FileSection } from '@beckon/protocol';
import { changedLines, linesOf, mayBeSmall, mostSought } from '@beckon/protocol';
import { diffLines } from 'diff';

export function changeSize(sections: readonly FileSection[]): ChangeSize {
  const size = { added: 0, removed: 0 };
  for (const { before, after, cell } of sections) {
    // No cell of a notebook ends in a line break.
    const ended = (text: string) => (cell === undefined || text === '' ? text : `${text}\n`);
    const { added, removed } = sizeOf(ended(before), ended(after));
    size.added += added;
    size.removed += removed;
  }
  return size;
}

function sizeOf(before: string, after: string): ChangeSize {
  const [old, now] = [linesOf(before), linesOf(after)];
  const least = mayBeSmall(old, now) ? diffLines(before, after, { maxEditLength: mostSought }) : undefined;
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
