// What an agent has changed in its plan since its person sent it back, and what they had said.
import { useMemo } from 'react';
import { useWhyNot } from '../../connection/useWhyNot.ts';
import { Button } from '../../elements/Button.tsx';
import { Disclosure } from '../../elements/Disclosure.tsx';
import { LongText } from '../../elements/LongText.tsx';
import { Problem } from '../../elements/Problem.tsx';
import { Spinner } from '../../elements/Spinner.tsx';
import { count } from '../../text/words.ts';
import { Diff } from '../../tools/Diff.tsx';
import { Reading } from '../../tools/reading.tsx';
import type { PlanAsk } from '../PlanReview.tsx';
import { planChange } from './changedSections.ts';
import type { EarlierPlan } from './useEarlierPlan.ts';

export function WhatChanged({ ask, earlier }: { ask: PlanAsk; earlier: EarlierPlan }) {
  if (earlier.error) return <NotThere earlier={earlier} />;
  if (!earlier.ask) return <Spinner className="size-4 animate-late text-muted" />;
  const answer = earlier.ask.inTerminal ?? earlier.ask.answer;
  const feedback = answer?.type === 'deny' ? answer.message : undefined;
  return (
    // The whole plan is what has to be read.
    <Reading>
      <div className="space-y-3">
        {feedback !== undefined && (
          <Disclosure summary={<span className="text-sm text-muted">What it was sent back with</span>}>
            <LongText label="What it was sent back with" text={feedback} lineLimit={40} />
          </Disclosure>
        )}
        <Changes before={earlier.ask} after={ask} />
      </div>
    </Reading>
  );
}

function Changes({ before, after }: { before: PlanAsk; after: PlanAsk }) {
  const change = useMemo(() => planChange(before.plan, after.plan), [before.plan, after.plan]);
  if (before.abridged || after.abridged) {
    return <p className="text-sm text-muted">One of the two plans is too long to be compared.</p>;
  }
  if (!change) return <Diff before={before.plan} after={after.plan} />;
  if (change.sections.length === 0) return <p className="text-sm">The plan is the same, word for word.</p>;
  return (
    <div className="space-y-1">
      {change.sections.map((section, index) => (
        <div key={index} className="space-y-1">
          <Skipped lines={section.skipped} />
          <Diff before={section.before} after={section.after} hasSwitch={index === 0} />
        </div>
      ))}
      <Skipped lines={change.skippedAtEnd} />
    </div>
  );
}

function Skipped({ lines }: { lines: number }) {
  if (lines === 0) return null;
  return <p className="text-xs text-muted">… {count(lines, 'line')} without a change</p>;
}

function NotThere({ earlier: { error, tryAgain } }: { earlier: EarlierPlan }) {
  const whyNot = useWhyNot(error);
  if (error?.code === 'ask_not_found') {
    return <p className="text-sm text-muted">The plan before this one is no longer kept.</p>;
  }
  return (
    <Problem>
      <p>The plan before this one could not be read. {whyNot}</p>
      <Button className="mt-2" onClick={tryAgain}>
        Try again
      </Button>
    </Problem>
  );
}
