// Reads a file's content or its difference, as a dialog shows them: line numbers on the left, wrapped on the right.

/** `  1 first line`, `  2 second line`: the lines of a new file. */
export function readNumbered(rows: readonly string[]): string[] {
  const gutter = gutterOf(rows);
  return rows.map((row) => row.slice(gutter));
}

/** ` 2 -two`, ` 2 +TWO`, ` 3  three`: the lines before and after. */
export function readDiff(rows: readonly string[]): { before: string[]; after: string[] } {
  const gutter = gutterOf(rows);
  const before: string[] = [];
  const after: string[] = [];
  for (const row of rows) {
    const sign = row[gutter] ?? ' ';
    const text = row.slice(gutter + 1);
    if (text.trim() === 'No newline at end of file' && sign === ' ') continue;
    if (sign !== '+') before.push(text);
    if (sign !== '-') after.push(text);
  }
  return { before, after };
}

function gutterOf(rows: readonly string[]): number {
  // An empty line has lost the blank behind its number.
  return /^ *\d+ /.exec(`${rows[0] ?? ''} `)?.[0].length ?? 0;
}
