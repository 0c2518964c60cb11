// Compares two texts line by line, for as long as that is little work: what is rewritten from end to end takes time that
// grows with the square of its changes, and as one diff it would tell nobody anything.
import { diffLines } from 'diff';

export type RowKind = 'same' | 'removed' | 'added';

export interface DiffRow {
  kind: RowKind;
  text: string;
}

const mostCharacters = 300_000;
/** Added and removed lines together. */
const mostChanges = 500;
/** A longer line is better shown as text, which can be folded. */
const longestLine = 4000;

/** Undefined where the two are better shown one after the other. */
export function compare(before: string, after: string): DiffRow[] | undefined {
  if (before.length + after.length > mostCharacters) return undefined;
  if (leastChanges(before.split('\n'), after.split('\n')) > mostChanges) return undefined;
  const changes = diffLines(before, after, { maxEditLength: mostChanges });
  const rows = changes?.flatMap(({ value, added, removed }) => {
    const kind: RowKind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }));
  });
  return rows?.every(({ text }) => text.length <= longestLine) ? rows : undefined;
}

/** How many lines one of them has and the other has not. That is quickly counted, and there are no fewer changes. */
function leastChanges(before: string[], after: string[]): number {
  const surplus = new Map<string, number>();
  for (const line of before) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of after) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
