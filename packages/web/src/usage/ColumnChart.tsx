// Amounts over time as columns, and the same as a table for those who do not see them.
import { useId } from 'react';

export interface ColumnChartProps {
  title: string;
  columns: { name: string; value: number }[];
  words: (value: number) => string;
}

const height = 100;
const gap = 0.2;

export function ColumnChart({ title, columns, words }: ColumnChartProps) {
  const id = useId();
  const most = Math.max(0, ...columns.map(({ value }) => value));
  const [first, last] = [columns[0], columns.at(-1)];
  if (most === 0 || !first || !last) return null;
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <figure className="space-y-1">
        <div className="flex items-start justify-between text-xs text-muted tabular-nums">
          <span aria-hidden>{words(most)}</span>
        </div>
        <svg
          aria-hidden
          viewBox={`0 0 ${columns.length} ${height}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-y border-line"
        >
          {columns.map(({ name, value }, index) => {
            const tall = value === 0 ? 0 : Math.max(1, (height * value) / most);
            return (
              <g key={name}>
                <title>{`${name}: ${words(value)}`}</title>
                <rect x={index} width="1" height={height} className="fill-transparent hover:fill-raised" />
                <rect
                  x={index + gap / 2}
                  y={height - tall}
                  width={1 - gap}
                  height={tall}
                  className="pointer-events-none fill-accent"
                />
              </g>
            );
          })}
        </svg>
        <div aria-hidden className="flex justify-between text-xs text-muted tabular-nums">
          <span>{first.name}</span>
          {last !== first && <span>{last.name}</span>}
        </div>
        <table className="sr-only">
          <caption>{title}</caption>
          <tbody>
            {columns
              .filter(({ value }) => value > 0)
              .map(({ name, value }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{words(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </figure>
    </section>
  );
}
