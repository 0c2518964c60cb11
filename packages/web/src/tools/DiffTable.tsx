// A diff as a table of lines, each with its sign and, for those who cannot see colours, its meaning in words. Of a long one
// the head and the tail are shown first.
import { useMemo } from 'react';
import { FoldButton } from '../elements/LongText.tsx';
import { useFold } from '../elements/useFold.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';
import type { BeforeAndAfterProps } from './BeforeAndAfter.tsx';
import { BeforeAndAfter } from './BeforeAndAfter.tsx';
import type { DiffRow, RowKind } from './compare.ts';
import { compare } from './compare.ts';

const headRows = 24;
const tailRows = 4;
const pieceRows = 300;

export default function DiffTable({ before, after, place }: BeforeAndAfterProps) {
  const rows = useMemo(() => compare(before, after), [before, after]);
  const numbered = useMemo(() => rows && place && numberedRows(rows, place), [rows, place]);
  if (rows) return <Table rows={numbered ?? rows} isOfFile={place !== undefined} />;
  return (
    <div className="space-y-1">
      <p className="text-xs text-muted">Too much changes to be compared line by line.</p>
      <BeforeAndAfter before={before} after={after} />
    </div>
  );
}

/** Of a file, with the number of its line: before the change for what goes, after it for all else. */
interface ShownRow extends DiffRow {
  number?: number;
}

function Table({ rows, isOfFile }: { rows: ShownRow[]; isOfFile: boolean }) {
  const isLong = rows.length > headRows + tailRows;
  const tailStart = isLong ? rows.length - tailRows : rows.length;
  const fold = useFold({
    headEnd: isLong ? headRows : rows.length,
    tailStart,
    pieceEnd: (from) => from + pieceRows,
  });
  const amount = count(rows.length, 'line');
  return (
    <div className="overflow-hidden rounded-md border border-line bg-raised">
      <table className="w-full border-collapse font-mono text-[0.8125rem] leading-relaxed">
        <caption className="border-b border-line px-3 py-1 text-left font-sans text-xs text-muted">
          {summary(rows)}
        </caption>
        <thead className="sr-only">
          <tr>
            {isOfFile && <th scope="col">Number</th>}
            <th scope="col">Change</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        <Rows rows={rows.slice(0, fold.shownTo)} isOfFile={isOfFile} />
        {fold.isFolded && (
          <tbody className="font-sans">
            <tr>
              <td colSpan={isOfFile ? 3 : 2}>
                <FoldButton onPress={fold.isWhole ? fold.showLess : fold.showMore}>
                  {fold.isWhole ? 'Show less' : fold.isLastPiece ? `Show all ${amount}` : `Show more of ${amount}`}
                </FoldButton>
              </td>
            </tr>
          </tbody>
        )}
        {fold.isFolded && <Rows rows={rows.slice(tailStart)} isOfFile={isOfFile} />}
      </table>
    </div>
  );
}

function Rows({ rows, isOfFile }: { rows: ShownRow[]; isOfFile: boolean }) {
  return (
    <tbody>
      {rows.map((row, index) => (
        <tr key={index} className={rowLooks[row.kind]}>
          {isOfFile && (
            <td className="w-px pl-2 text-right align-top text-xs leading-[inherit] text-muted tabular-nums select-none">
              {row.number}
            </td>
          )}
          <td className={`w-px align-top whitespace-nowrap select-none ${isOfFile ? 'px-2' : 'pr-3 pl-3'}`}>
            <span aria-hidden>{signs[row.kind]}</span>
            <span className="sr-only">{row.kind}</span>
          </td>
          <td className="pr-3 break-words whitespace-pre-wrap">
            <LineText row={row} />
            {isOfFile && row.endsText && (
              <span className="font-sans text-xs text-muted italic"> no line break at the end</span>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

function LineText({ row: { kind, text, pieces } }: { row: DiffRow }) {
  if (!pieces) return <VisibleText text={text} />;
  return pieces.map(({ text: piece, isChanged }, index) =>
    isChanged ? (
      <mark key={index} className={`rounded-sm text-inherit ${wordLooks[kind]}`}>
        <VisibleText text={piece} />
      </mark>
    ) : (
      <VisibleText key={index} text={piece} />
    ),
  );
}

function numberedRows(rows: readonly DiffRow[], place: { before: number; after: number }): ShownRow[] {
  const next = { ...place };
  return rows.map((row) => {
    const number = row.kind === 'removed' ? next.before : next.after;
    if (row.kind !== 'added') next.before += 1;
    if (row.kind !== 'removed') next.after += 1;
    return { ...row, number };
  });
}

function summary(rows: DiffRow[]): string {
  const words = (['removed', 'added'] as const).flatMap((kind) => {
    const amount = rows.filter((row) => row.kind === kind).length;
    return amount > 0 ? `${count(amount, 'line')} ${kind}` : [];
  });
  return words.join(', ') || 'No change';
}

const signs: Record<RowKind, string> = { same: ' ', removed: '−', added: '+' };
const rowLooks: Record<RowKind, string> = {
  same: '',
  removed: 'bg-danger-soft text-danger',
  added: 'bg-done-soft text-done',
};
const wordLooks: Record<RowKind, string> = { same: '', removed: 'bg-danger/20', added: 'bg-done/20' };
