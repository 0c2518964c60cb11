// Numbered choices, read from the last one up to number 1.
import type { Choice } from './dialog.ts';
import type { RowsFromBelow } from './screen.ts';

/**
 * Takes the choices that end where `rows` stands. `undefined` unless they are numbered without a gap and one at most is
 * highlighted. `indent` is the column of the mark.
 */
export function takeChoices(rows: RowsFromBelow, indent: number): Choice[] | undefined {
  const choices: Choice[] = [];
  let further: string[] = [];
  let expected: number | undefined;
  for (;;) {
    const row = rows.take();
    if (row === undefined) return undefined;
    const first = readChoice(row, indent);
    if (first === undefined) {
      // The text of a choice goes on in the column where it began, or further in; one that was typed may have empty lines.
      if (row !== '' && row.search(/\S/) < indent + TEXT_COLUMN) return undefined;
      further.unshift(row.trim());
      continue;
    }
    if (first.number !== (expected ?? first.number)) return undefined;
    expected = first.number - 1;
    choices.unshift({ rows: [first.text, ...further], isHighlighted: first.isHighlighted });
    further = [];
    if (expected === 0) return choices.filter(({ isHighlighted }) => isHighlighted).length > 1 ? undefined : choices;
  }
}

/** The mark, a space, a digit, a full stop, a space. */
const TEXT_COLUMN = 5;

function readChoice(row: string, indent: number) {
  const match = /^( *)(❯| ) ([1-9])\. (.*)$/.exec(row);
  const [, before = '', mark, number, text = ''] = match ?? [];
  if (!match || before.length !== indent) return undefined;
  return { number: Number(number), text, isHighlighted: mark === '❯' };
}
