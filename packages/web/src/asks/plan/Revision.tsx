// Says that a plan is a revision of one that was sent back, and switches between the whole of it and what changed.
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { RelativeTime } from '../../text/RelativeTime.tsx';
import { count } from '../../text/words.ts';
import type { PlanAsk } from '../PlanReview.tsx';
import { planChange } from './changedSections.ts';
import type { EarlierPlan } from './useEarlierPlan.ts';

export interface RevisionProps {
  ask: PlanAsk;
  earlier: EarlierPlan;
  isChangeShown: boolean;
  onShowChange: (isShown: boolean) => void;
}

export function Revision({ ask, earlier, isChangeShown, onShowChange }: RevisionProps) {
  const sentBackAt = earlier.ask?.answeredAt;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-raised px-3 py-2 text-sm">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-2">
        <History aria-hidden className="size-4 shrink-0 text-muted" />
        <span>
          Revised: the plan before this one was sent back
          {sentBackAt !== undefined && (
            <>
              {' '}
              <RelativeTime at={sentBackAt} />
            </>
          )}
          .
        </span>
      </p>
      <div
        role="group"
        aria-label="What is shown"
        className="flex flex-wrap rounded-lg border border-edge bg-panel p-0.5"
      >
        <Choice isChosen={!isChangeShown} onChoose={() => onShowChange(false)}>
          Whole plan
        </Choice>
        <Choice isChosen={isChangeShown} onChoose={() => onShowChange(true)}>
          What changed
          <Amount before={earlier.ask} after={ask} />
        </Choice>
      </div>
    </div>
  );
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="min-h-8 rounded-md px-2.5 font-medium text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:min-h-11"
    >
      {children}
    </button>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Amount({ before, after }: { before: PlanAsk | undefined; after: PlanAsk }) {
  const change = useMemo(() => before && planChange(before.plan, after.plan), [before, after.plan]);
  if (!change || before?.abridged || after.abridged) return null;
  const amounts = [
    { sign: '+', lines: change.added, word: 'added' },
    { sign: '−', lines: change.removed, word: 'removed' },
  ].filter(({ lines }) => lines > 0);
  return amounts.map(({ sign, lines, word }) => (
    <span key={word} className="ml-1.5 text-xs font-normal tabular-nums">
      <span aria-hidden>{`${sign}${lines}`}</span>
      <span className="sr-only">{`, ${count(lines, 'line')} ${word}`}</span>
    </span>
  ));
}
