// A diff as a table of lines, each with its sign and, for those who cannot see colours, its meaning in words.
import { diffLines } from 'diff';
import { useMemo, useState } from 'react';
import { VisibleText } from '../text/VisibleText.tsx';
import { count } from '../text/words.ts';
import type { DiffProps } from './Diff.tsx';

const rowLimit = 24;

export default function DiffTable({ before, after }: DiffProps) {
  const rows = useMemo(() => diffRows(before, after), [before, after]);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, rowLimit);
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
        <tbody>
          {shown.map(({ kind, text }, index) => (
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
      </table>
      {rows.length > rowLimit && (
        <button
          type="button"
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-8 w-full border-t border-line px-3 text-left text-xs font-medium text-accent hover:underline pointer-coarse:min-h-11"
        >
          {isWhole ? 'Show less' : `Show all ${count(rows.length, 'line')}`}
        </button>
      )}
    </div>
  );
}

type RowKind = 'same' | 'removed' | 'added';

interface DiffRow {
  kind: RowKind;
  text: string;
}

function diffRows(before: string, after: string): DiffRow[] {
  return diffLines(before, after).flatMap(({ value, added, removed }) => {
    const kind: RowKind = added ? 'added' : removed ? 'removed' : 'same';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }));
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
