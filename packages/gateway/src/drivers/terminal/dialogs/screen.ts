// A screen as text: its rows, and whether some of them show a given text.

/** The rows without colours, trailing blanks and the empty rows at the bottom. */
export function screenRows(screen: string): string[] {
  const plain = screen.replace(ESCAPES, '');
  const rows = plain.split(/\r?\n/).map((row) => row.trimEnd());
  return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
}

// oxlint-disable-next-line no-control-regex -- escape sequences are what is taken out
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()][A-Za-z0-9]|[=>78cM])/g;

/**
 * Whether these rows are this text, all of it and nothing else. The agent wraps as it likes, within words too, and drops
 * the white space where it does; inside a row, white space may be wider than it was.
 */
export function shows(rows: readonly string[], text: string): boolean {
  let rest = text.trimStart();
  for (const row of rows) {
    const words = row.split(/\s+/).filter((word) => word !== '');
    for (const [index, word] of words.entries()) {
      const trimmed = rest.trimStart();
      if (index > 0 && trimmed.length === rest.length) return false;
      if (!trimmed.startsWith(word)) return false;
      rest = trimmed.slice(word.length);
    }
    rest = rest.trimStart();
  }
  return rest === '';
}

/** Texts of several rows carry a bar on their left, so that nothing in them can pose as a part of the dialog. */
export function withoutBar(rows: readonly string[]): string[] {
  const isBarred = rows.length > 1 && rows.every((row) => /^ ?│( |$)/.test(row));
  return rows.map((row) => (isBarred ? row.replace(/^ ?│ ?/, '') : row));
}

/** The full-width lines that set dialogs and their parts apart. Content is always indented further than they are. */
export function isRule(row: string | undefined, indent = 0): boolean {
  return row !== undefined && RULES.solid.test(row) && row.search(/\S/) === indent;
}

export function isDashedRule(row: string | undefined, indent = 0): boolean {
  return row !== undefined && RULES.dashed.test(row) && row.search(/\S/) === indent;
}

const RULES = { solid: /^ *─{10,}$/, dashed: /^ *╌{10,}$/ };

export function joined(rows: readonly string[]): string {
  return rows
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join(' ');
}

/** Takes rows from the bottom of a screen up. */
export class RowsFromBelow {
  readonly #rows: readonly string[];
  #end: number;

  constructor(rows: readonly string[]) {
    this.#rows = rows;
    this.#end = rows.length;
  }

  get last(): string | undefined {
    return this.#rows[this.#end - 1];
  }

  take(): string | undefined {
    const row = this.last;
    if (row !== undefined) this.#end -= 1;
    return row;
  }

  /** All rows up to the one for which this is true, which stays; from top to bottom. */
  takeUntil(isEnd: (row: string) => boolean): string[] {
    const taken: string[] = [];
    while (this.last !== undefined && !isEnd(this.last)) taken.unshift(this.take() ?? '');
    return taken;
  }

  takeBlank(): void {
    while (this.last === '') this.take();
  }

  /** The rows up to the next empty one. */
  takeParagraph(): string[] {
    this.takeBlank();
    return this.takeUntil((row) => row === '');
  }

  copy(): RowsFromBelow {
    const copy = new RowsFromBelow(this.#rows);
    copy.#end = this.#end;
    return copy;
  }
}
