// Which words of a line change. Found when the line is shown: of a long change few are.
import { diffWordsWithSpace } from 'diff';
import type { DiffRow } from './compare.ts';

export interface LinePiece {
  text: string;
  isChanged: boolean;
}

/** A longer line is shown as changed in all of its words. */
const longestInWords = 500;

/** Undefined where all of the line has changed, or none of it. */
export function changedWords({ kind, text, counterpart }: DiffRow): LinePiece[] | undefined {
  if (counterpart === undefined || Math.max(text.length, counterpart.length) > longestInWords) return undefined;
  const [before, after] = kind === 'removed' ? [text, counterpart] : [counterpart, text];
  const changes = diffWordsWithSpace(before, after);
  const same = changes.filter(({ added, removed }) => !added && !removed);
  const sameLength = same.reduce((sum, { value }) => sum + value.trim().length, 0);
  // Next to nothing is the same: marks all over a line tell nobody anything.
  if (sameLength * 4 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const other = kind === 'removed' ? 'added' : 'removed';
  return changes.flatMap((change) =>
    change[other] ? [] : [{ text: change.value, isChanged: change.added || change.removed }],
  );
}
