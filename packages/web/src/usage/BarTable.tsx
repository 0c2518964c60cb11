// Amounts beside each other, the largest first: a table that is also a picture, so that everybody reads the same.
import { useId } from 'react';
import { Link } from 'wouter';
import { VisibleText } from '../text/VisibleText.tsx';

interface BarRow {
  key: string;
  name: string;
  value: number;
  href?: string;
}

export interface BarTableProps {
  title: string;
  rows: BarRow[];
  words: (value: number) => string;
}

export function BarTable({ title, rows, words }: BarTableProps) {
  const id = useId();
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ value }) => value));
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <table aria-labelledby={id} className="w-full table-fixed text-sm">
        <tbody>
          {rows.map(({ key, name, value, href }) => (
            <tr key={key} className="align-middle">
              <th scope="row" className="w-1/2 py-1 pr-3 text-left font-normal wide:w-2/5">
                <span className="block truncate" title={name}>
                  {href === undefined ? (
                    <VisibleText text={name} />
                  ) : (
                    <Link href={href} className="rounded-sm underline-offset-2 hover:underline">
                      <VisibleText text={name} />
                    </Link>
                  )}
                </span>
              </th>
              <td className="py-1">
                <span className="flex items-center gap-2">
                  <svg aria-hidden viewBox="0 0 100 10" preserveAspectRatio="none" className="h-3 min-w-0 flex-1">
                    <rect width={Math.max(0.5, (100 * value) / most)} height="10" className="fill-accent" />
                  </svg>
                  <span className="w-20 shrink-0 text-right whitespace-nowrap text-muted tabular-nums">
                    {words(value)}
                  </span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
