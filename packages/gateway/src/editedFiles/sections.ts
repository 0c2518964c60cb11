// The stretches of a text that an edit changes, each with some lines around it.
import type { FileSection } from '@beckon/protocol';
import { changedLines, type ChangedLines, linesOf } from '@beckon/protocol';

/** As many as terminals show around a change. */
const contextLines = 3;

export function sectionsOf(before: string, after: string): FileSection[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  return together(changedLines(old, now)).map((change) => {
    const above = Math.min(contextLines, change.before.start);
    const below = Math.min(contextLines, old.length - change.before.end);
    return {
      line: change.before.start - above + 1,
      before: old.slice(change.before.start - above, change.before.end + below).join(''),
      after: now.slice(change.after.start - above, change.after.end + below).join(''),
    };
  });
}

/** Changes whose lines around them would meet are shown as one. */
function together(changes: readonly ChangedLines[]): ChangedLines[] {
  const joined: ChangedLines[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    if (!last || change.before.start - last.before.end > 2 * contextLines) joined.push(change);
    else
      joined[joined.length - 1] = { before: span(last.before, change.before), after: span(last.after, change.after) };
  }
  return joined;
}

function span({ start }: { start: number }, { end }: { end: number }): { start: number; end: number } {
  return { start, end };
}
