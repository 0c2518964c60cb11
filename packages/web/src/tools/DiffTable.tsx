// A diff as a table of lines, each with its sign and, for those who cannot see colours, its meaning in words: one under the other,
// or in two columns where there is room. Of a long one the head and the tail are shown first.
import { useId, useMemo, useRef } from 'react';
import { FoldButton } from '../elements/LongText.tsx';
import { useFold } from '../elements/useFold.ts';
import { count } from '../text/words.ts';
import type { BeforeAndAfterProps } from './BeforeAndAfter.tsx';
import { BeforeAndAfter } from './BeforeAndAfter.tsx';
import type { DiffRow } from './compare.ts';
import { compare } from './compare.ts';
import { useDiffLayout } from './diffLayout.ts';
import type { NumberedRow } from './DiffRows.tsx';
import { SideRows, UnifiedRows } from './DiffRows.tsx';
import { sideBySide } from './sideBySide.ts';
import { useIsWide } from './useIsWide.ts';

const headRows = 24;
const tailRows = 4;
const pieceRows = 300;
/** Two columns of some forty characters. */
const wideEnough = 640;

export default function DiffTable({ before, after, place, hasSwitch = true, isWhole = false }: BeforeAndAfterProps) {
  const rows = useMemo(() => compare(before, after), [before, after]);
  const numbered = useMemo(() => rows && numberedRows(rows, place), [rows, place]);
  if (numbered) return <Table rows={numbered} isOfFile={place !== undefined} isWhole={isWhole} hasSwitch={hasSwitch} />;
  return (
    <div className="space-y-1">
      <p className="text-xs text-muted">Too long to be compared line by line.</p>
      <BeforeAndAfter before={before} after={after} />
    </div>
  );
}

interface TableProps {
  rows: NumberedRow[];
  isOfFile: boolean;
  isWhole: boolean;
  hasSwitch: boolean;
}

function Table({ rows, isOfFile, isWhole, hasSwitch }: TableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame, wideEnough);
  const [layout, chooseLayout] = useDiffLayout();
  const nameId = useId();
  // Where nothing goes, or nothing comes, one of two columns would be empty.
  const hasBoth = rows.some(({ kind }) => kind !== 'added') && rows.some(({ kind }) => kind !== 'removed');
  const isInTwo = isWide && hasBoth && layout === 'side by side';
  return (
    <div ref={frame} className="overflow-hidden rounded-md border border-line bg-raised">
      <div className="flex min-h-7 items-center gap-2 border-b border-line px-3 py-0.5 text-xs text-muted">
        <span id={nameId} className="flex-1">
          {summary(rows)}
        </span>
        {isWide && hasBoth && hasSwitch && (
          <button
            type="button"
            onClick={() => chooseLayout(isInTwo ? 'unified' : 'side by side')}
            className="min-h-6 rounded-sm px-1.5 font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            {isInTwo ? 'Show in one column' : 'Show side by side'}
          </button>
        )}
      </div>
      {isInTwo ? (
        <InTwo rows={rows} isOfFile={isOfFile} isWhole={isWhole} nameId={nameId} />
      ) : (
        <InOne rows={rows} isOfFile={isOfFile} isWhole={isWhole} nameId={nameId} />
      )}
    </div>
  );
}

interface LayoutProps extends Omit<TableProps, 'hasSwitch'> {
  nameId: string;
}

function InOne({ rows, isOfFile, isWhole, nameId }: LayoutProps) {
  const { shown, tail, button } = useFolded(rows, isWhole);
  return (
    <table aria-labelledby={nameId} className={tableLook}>
      <thead className="sr-only">
        <tr>
          {isOfFile && <th scope="col">Number</th>}
          <th scope="col">Change</th>
          <th scope="col">Line</th>
        </tr>
      </thead>
      {shown.map((piece, index) => (
        <UnifiedRows key={index} rows={piece} isOfFile={isOfFile} />
      ))}
      {button && <ButtonRow columns={isOfFile ? 3 : 2}>{button}</ButtonRow>}
      {tail.length > 0 && <UnifiedRows rows={tail} isOfFile={isOfFile} />}
    </table>
  );
}

function InTwo({ rows, isOfFile, isWhole, nameId }: LayoutProps) {
  const sides = useMemo(() => sideBySide(rows), [rows]);
  const { shown, tail, button } = useFolded(sides, isWhole);
  return (
    <table aria-labelledby={nameId} className={`${tableLook} table-fixed`}>
      <colgroup>
        {isOfFile && <col className="w-12" />}
        <col />
        {isOfFile && <col className="w-12" />}
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          {isOfFile && <th scope="col">Number before</th>}
          <th scope="col">Before</th>
          {isOfFile && <th scope="col">Number after</th>}
          <th scope="col">After</th>
        </tr>
      </thead>
      {shown.map((piece, index) => (
        <SideRows key={index} rows={piece} isOfFile={isOfFile} />
      ))}
      {button && <ButtonRow columns={isOfFile ? 4 : 2}>{button}</ButtonRow>}
      {tail.length > 0 && <SideRows rows={tail} isOfFile={isOfFile} />}
    </table>
  );
}

const tableLook = 'w-full border-collapse font-mono text-[0.8125rem] leading-relaxed';

function ButtonRow({ columns, children }: { columns: number; children: React.ReactNode }) {
  return (
    <tbody className="font-sans">
      <tr>
        <td colSpan={columns}>{children}</td>
      </tr>
    </tbody>
  );
}

/** The rows that are shown, in pieces that stay the same while more are asked for, so that none is drawn again. */
function useFolded<Row>(rows: readonly Row[], isWhole: boolean) {
  const isLong = !isWhole && rows.length > headRows + tailRows;
  const headEnd = isLong ? headRows : rows.length;
  const tailStart = isLong ? rows.length - tailRows : rows.length;
  const pieces = useMemo(() => {
    const starts = Array.from(
      { length: Math.ceil((tailStart - headEnd) / pieceRows) },
      (_, index) => headEnd + index * pieceRows,
    );
    const middle = starts.map((start) => rows.slice(start, Math.min(start + pieceRows, tailStart)));
    return { shownFirst: rows.slice(0, headEnd), middle, tail: rows.slice(tailStart) };
  }, [rows, headEnd, tailStart]);
  const fold = useFold({ headEnd, tailStart, pieceEnd: (from) => from + pieceRows });
  const amount = count(rows.length, 'line');
  const words = fold.isWhole ? 'Show less' : fold.isLastPiece ? `Show all ${amount}` : `Show more of ${amount}`;
  return {
    shown: [pieces.shownFirst, ...pieces.middle.slice(0, Math.ceil((fold.shownTo - headEnd) / pieceRows))],
    tail: pieces.tail,
    button: fold.isFolded && <FoldButton onPress={fold.isWhole ? fold.showLess : fold.showMore}>{words}</FoldButton>,
  };
}

function numberedRows(rows: readonly DiffRow[], place = { before: 1, after: 1 }): NumberedRow[] {
  const next = { ...place };
  return rows.map((row) => ({
    ...row,
    ...(row.kind !== 'added' && { numberBefore: next.before++ }),
    ...(row.kind !== 'removed' && { numberAfter: next.after++ }),
  }));
}

function summary(rows: readonly DiffRow[]): string {
  const words = (['removed', 'added'] as const).flatMap((kind) => {
    const amount = rows.filter((row) => row.kind === kind).length;
    return amount > 0 ? `${count(amount, 'line')} ${kind}` : [];
  });
  return words.join(', ') || 'No change';
}
