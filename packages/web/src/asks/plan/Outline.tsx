// The headings of a plan, each of which leads to its place: beside the plan where there is room, else folded above it.
import { useContext, useState } from 'react';
import { Disclosure } from '../../elements/Disclosure.tsx';
import { OneLine } from '../../text/OneLine.tsx';
import { count } from '../../text/words.ts';
import { DockedContext } from '../docked.tsx';

export interface Heading {
  /** Where it begins in the plan. */
  start: number;
  level: number;
  text: string;
}

export interface OutlineProps {
  headings: readonly Heading[];
  isBeside: boolean;
  onJump: (heading: Heading) => void;
}

export function Outline({ headings, isBeside, onJump }: OutlineProps) {
  const isDocked = useContext(DockedContext);
  const [jumps, setJumps] = useState(0);
  const top = Math.min(...headings.map(({ level }) => level));
  const list = (
    <ol className="text-sm">
      {headings.map((heading) => (
        <li key={heading.start}>
          <button
            type="button"
            onClick={() => {
              onJump(heading);
              setJumps(jumps + 1);
            }}
            style={{ paddingLeft: `${0.5 + Math.min(heading.level - top, 3) * 0.75}rem` }}
            className={`block min-h-8 w-full rounded-md pr-2 text-left hover:bg-raised hover:text-ink pointer-coarse:min-h-11 ${heading.level === top ? 'font-medium' : 'text-muted'}`}
          >
            <OneLine text={heading.text} />
          </button>
        </li>
      ))}
    </ol>
  );
  if (isBeside) {
    return (
      <nav aria-label="Outline of the plan" className="sticky top-0 max-h-[60dvh] self-start overflow-y-auto py-1">
        {list}
      </nav>
    );
  }
  return (
    <nav
      aria-label="Outline of the plan"
      // In a dock it stays in reach, wherever in the plan one reads.
      className={isDocked ? 'sticky top-0 z-10 -mx-4 border-b border-line bg-panel px-4' : 'border-b border-line'}
    >
      {/* It has done its work, and closes. */}
      <Disclosure
        key={jumps}
        summary={<span className="text-sm text-muted">Outline · {count(headings.length, 'heading')}</span>}
      >
        <div className="max-h-[40dvh] overflow-y-auto pb-2">{list}</div>
      </Disclosure>
    </nav>
  );
}
