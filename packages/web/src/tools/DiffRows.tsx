// The lines of a diff, one under the other or in two columns.
import { memo, useMemo } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';
import { changedWords } from './changedWords.ts';
import type { DiffRow, RowKind } from './compare.ts';
import type { SideRow } from './sideBySide.ts';

/** With the numbers of its line before and after the change, as far as it is there. */
export interface NumberedRow extends DiffRow {
  numberBefore?: number;
  numberAfter?: number;
}

interface RowsProps<Row> {
  rows: readonly Row[];
  isOfFile: boolean;
}

/** Those that are there already are not drawn again with the next. */
export const UnifiedRows = memo(function UnifiedRows({ rows, isOfFile }: RowsProps<NumberedRow>) {
  return (
    <tbody>
      {rows.map((row, index) => (
        <tr key={index} className={rowLooks[row.kind]}>
          {isOfFile && <NumberCell number={row.numberAfter ?? row.numberBefore} />}
          <td className={`w-px align-top whitespace-nowrap select-none ${isOfFile ? 'px-2' : 'pr-3 pl-3'}`}>
            <Sign kind={row.kind} />
          </td>
          <td className={textLook}>
            <Line row={row} isOfFile={isOfFile} />
          </td>
        </tr>
      ))}
    </tbody>
  );
});

export const SideRows = memo(function SideRows({ rows, isOfFile }: RowsProps<SideRow<NumberedRow>>) {
  return (
    <tbody>
      {rows.map(({ before, after }, index) => (
        <tr key={index}>
          {isOfFile && <NumberCell number={before?.numberBefore} kind={before?.kind} />}
          <SideCell row={before} isOfFile={isOfFile} className="border-r border-line" />
          {isOfFile && <NumberCell number={after?.numberAfter} kind={after?.kind} />}
          <SideCell row={after} isOfFile={isOfFile} />
        </tr>
      ))}
    </tbody>
  );
});

interface SideCellProps {
  row: NumberedRow | undefined;
  isOfFile: boolean;
  className?: string;
}

function SideCell({ row, isOfFile, className = '' }: SideCellProps) {
  if (!row) return <td className={`bg-line/40 ${className}`} />;
  return (
    <td className={`${textLook} pl-2 align-top ${rowLooks[row.kind]} ${className}`}>
      <span className="select-none">
        <Sign kind={row.kind} />{' '}
      </span>
      <Line row={row} isOfFile={isOfFile} />
    </td>
  );
}

function NumberCell({ number, kind = 'same' }: { number: number | undefined; kind?: RowKind | undefined }) {
  return (
    <td
      className={`w-px pl-2 text-right align-top text-xs leading-[inherit] text-muted tabular-nums select-none ${rowLooks[kind]}`}
    >
      {number}
    </td>
  );
}

function Sign({ kind }: { kind: RowKind }) {
  return (
    <>
      <span aria-hidden>{signs[kind]}</span>
      <span className="sr-only">{kind}</span>
    </>
  );
}

function Line({ row, isOfFile }: { row: DiffRow; isOfFile: boolean }) {
  return (
    <>
      <Words row={row} />
      {isOfFile && row.endsText && (
        <span className="font-sans text-xs text-muted italic"> no line break at the end</span>
      )}
    </>
  );
}

function Words({ row }: { row: DiffRow }) {
  const pieces = useMemo(() => changedWords(row), [row]);
  if (!pieces) return <VisibleText text={row.text} />;
  return pieces.map(({ text, isChanged }, index) =>
    isChanged ? (
      <mark key={index} className={`rounded-sm text-inherit ${wordLooks[row.kind]}`}>
        <VisibleText text={text} />
      </mark>
    ) : (
      <VisibleText key={index} text={text} />
    ),
  );
}

const textLook = 'pr-3 break-words whitespace-pre-wrap';
const signs: Record<RowKind, string> = { same: ' ', removed: '−', added: '+' };
const rowLooks: Record<RowKind, string> = {
  same: '',
  removed: 'bg-danger-soft text-danger',
  added: 'bg-done-soft text-done',
};
const wordLooks: Record<RowKind, string> = { same: '', removed: 'bg-danger/20', added: 'bg-done/20' };
