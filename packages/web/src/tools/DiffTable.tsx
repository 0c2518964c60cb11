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

export default function DiffTable({ before, after }: BeforeAndAfterProps) {
  const rows = useMemo(() => compare(before, after), [before, after]);
  if (rows) return <Table rows={rows} />;
  return (
    <div className="space-y-1">
      <p className="text-xs text-muted">Too much changes to be compared line by line.</p>
      <BeforeAndAfter before={before} after={after} />
    </div>
  );
}

function Table({ rows }: { rows: DiffRow[] }) {
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
            <th scope="col">Change</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        <Rows rows={rows.slice(0, fold.shownTo)} />
        {fold.isFolded && (
          <tbody className="font-sans">
            <tr>
              <td colSpan={2}>
                <FoldButton onPress={fold.isWhole ? fold.showLess : fold.showMore}>
                  {fold.isWhole ? 'Show less' : fold.isLastPiece ? `Show all ${amount}` : `Show more of ${amount}`}
                </FoldButton>
              </td>
            </tr>
          </tbody>
        )}
        {fold.isFolded && <Rows rows={rows.slice(tailStart)} />}
      </table>
    </div>
  );
}

function Rows({ rows }: { rows: DiffRow[] }) {
  return (
    <tbody>
      {rows.map(({ kind, text }, index) => (
        <tr key={index} className={rowLooks[kind]}>
          <td className="w-8 pl-3 align-top select-none">
            <span aria-hidden>{signs[kind]}</span>
            <span className="sr-only">{kind}</span>
          </td>
          <td className="pr-3 break-words whitespace-pre-wrap">
            <VisibleText text={text} />
          </td>
        </tr>
      ))}
    </tbody>
  );
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
