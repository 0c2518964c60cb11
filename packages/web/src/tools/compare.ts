// Compares two texts line by line, for as long as that is little work: what is rewritten from end to end takes time that
// grows with the square of its changes, and as one diff it would tell nobody anything.
import { diffLines, diffWordsWithSpace } from 'diff';

export type RowKind = 'same' | 'removed' | 'added';

export interface DiffRow {
  kind: RowKind;
  text: string;
  /** It is the last of its text, and no line break follows it. */
  endsText?: boolean;
  /** Within a line that was changed, what of it was; all of it where this is absent. */
  pieces?: LinePiece[];
}

interface LinePiece {
  text: string;
  isChanged: boolean;
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
  const rows = changes?.flatMap(({ value, added, removed }) =>
    rowsOf(value, added ? 'added' : removed ? 'removed' : 'same'),
  );
  return rows?.every(({ text }) => text.length <= longestLine) ? withWords(rows) : undefined;
}

function rowsOf(value: string, kind: RowKind): DiffRow[] {
  const lines = value.replace(/\n$/, '').split('\n');
  const last = lines.length - 1;
  return lines.map((text, index) => ({
    kind,
    text,
    ...(index === last && !value.endsWith('\n') && { endsText: true }),
  }));
}

/** A longer line is shown as changed in all of its words. */
const longestInWords = 500;

/** Lines that are taken away and as many that take their place are compared word by word. */
function withWords(rows: DiffRow[]): DiffRow[] {
  const compared = [...rows];
  for (let start = 0; start < rows.length; start++) {
    const removed = runOf(rows, start, 'removed');
    const added = runOf(rows, start + removed, 'added');
    for (let index = 0; removed === added && index < removed; index++) {
      const [before, after] = [rows[start + index], rows[start + removed + index]];
      const pieces = before && after && words(before.text, after.text);
      if (!pieces) continue;
      compared[start + index] = { ...before, pieces: pieces.before };
      compared[start + removed + index] = { ...after, pieces: pieces.after };
    }
    start += removed + added;
  }
  return compared;
}

function runOf(rows: readonly DiffRow[], start: number, kind: RowKind): number {
  let end = start;
  while (rows[end]?.kind === kind) end += 1;
  return end - start;
}

/** Undefined where the two have next to nothing in common. */
function words(before: string, after: string): { before: LinePiece[]; after: LinePiece[] } | undefined {
  if (Math.max(before.length, after.length) > longestInWords) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const same = changes.filter(({ added, removed }) => !added && !removed);
  const sameLength = same.reduce((sum, { value }) => sum + value.trim().length, 0);
  if (sameLength * 4 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const side = (other: 'added' | 'removed') =>
    changes.flatMap((change) =>
      change[other] ? [] : [{ text: change.value, isChanged: change.added || change.removed }],
    );
  return { before: side('added'), after: side('removed') };
}

/** How many lines one of them has and the other has not. That is quickly counted, and there are no fewer changes. */
function leastChanges(before: string[], after: string[]): number {
  const surplus = new Map<string, number>();
  for (const line of before) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of after) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
