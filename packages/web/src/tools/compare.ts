// Compares two texts line by line. The smallest change is looked for where that is little work: what is rewritten from end to end
// would take time that grows with the square of its changes.
import { type ChangedLines, changedLines, linesOf, mayBeSmall, mostSought } from '@beckon/protocol';
import { diffLines } from 'diff';

export type RowKind = 'same' | 'removed' | 'added';

export interface DiffRow {
  kind: RowKind;
  text: string;
  /** It is the last of its text, and no line break follows it. */
  endsText?: boolean;
  /** The line whose place it takes, or that takes its place. */
  counterpart?: string;
}

const mostCharacters = 300_000;
/** A longer line is better shown as text, which can be folded. */
const longestLine = 4000;

/** Undefined where the two are better shown one after the other. */
export function compare(before: string, after: string): DiffRow[] | undefined {
  if (before.length + after.length > mostCharacters) return undefined;
  const [old, now] = [linesOf(before), linesOf(after)];
  if ([...old, ...now].some(({ length }) => length > longestLine)) return undefined;
  const least = mayBeSmall(old, now) ? diffLines(before, after, { maxEditLength: mostSought }) : undefined;
  const rows = least?.flatMap(({ value, added, removed }) =>
    rowsOf(linesOf(value), added ? 'added' : removed ? 'removed' : 'same'),
  );
  return withCounterparts(rows ?? rowsAround(changedLines(old, now), old, now));
}

/** What lies between the changes is the same in both. */
function rowsAround(changes: readonly ChangedLines[], old: string[], now: string[]): DiffRow[] {
  let place = 0;
  const rows = changes.flatMap((change) => {
    const same = old.slice(place, change.before.start);
    place = change.before.end;
    return [
      ...rowsOf(same, 'same'),
      ...rowsOf(old.slice(change.before.start, change.before.end), 'removed'),
      ...rowsOf(now.slice(change.after.start, change.after.end), 'added'),
    ];
  });
  return [...rows, ...rowsOf(old.slice(place), 'same')];
}

function rowsOf(lines: readonly string[], kind: RowKind): DiffRow[] {
  return lines.map((line) =>
    line.endsWith('\n') ? { kind, text: line.slice(0, -1) } : { kind, text: line, endsText: true },
  );
}

/** Lines that are taken away and as many that take their place belong together, one by one. */
function withCounterparts(rows: DiffRow[]): DiffRow[] {
  const paired = [...rows];
  for (let start = 0; start < rows.length; start++) {
    const removed = runOf(rows, start, 'removed');
    const added = runOf(rows, start + removed, 'added');
    for (let index = 0; removed === added && index < removed; index++) {
      const [before, after] = [rows[start + index], rows[start + removed + index]];
      if (!before || !after) continue;
      paired[start + index] = { ...before, counterpart: after.text };
      paired[start + removed + index] = { ...after, counterpart: before.text };
    }
    start += removed + added;
  }
  return paired;
}

function runOf(rows: readonly DiffRow[], start: number, kind: RowKind): number {
  let end = start;
  while (rows[end]?.kind === kind) end += 1;
  return end - start;
}
