// A plan as a document to review: its outline, its passages with the comments on them, and, where it is a revision, what
// changed. Loaded when the first plan is shown.
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useIsWide } from '../../tools/useIsWide.ts';
import type { PlanAsk } from '../PlanReview.tsx';
import type { Heading } from './Outline.tsx';
import { Outline } from './Outline.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to give a name to
import './plan.css';
import { passagesIn, PlanText } from './PlanText.tsx';
import { Revision } from './Revision.tsx';
import { useEarlierPlan } from './useEarlierPlan.ts';
import type { PlanComments } from './usePlanComments.ts';
import { WhatChanged } from './WhatChanged.tsx';

export interface PlanDocumentProps {
  ask: PlanAsk;
  comments: PlanComments;
  isDisabled: boolean;
}

/** A column for the outline, and some sixty characters of text. */
const wideEnough = 640;

export default function PlanDocument({ ask, comments, isDisabled }: PlanDocumentProps) {
  const frame = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame, wideEnough);
  const headings = useHeadings(text, ask.plan);
  const earlier = useEarlierPlan(ask.revises);
  const [isChangeWanted, setIsChangeWanted] = useState(false);
  // Whoever opens a comment wants to see its passage.
  const isChangeShown = isChangeWanted && comments.writtenAt === undefined;
  const hasOutline = headings.length > 1;

  function showChange(isWanted: boolean) {
    setIsChangeWanted(isWanted);
    comments.write(undefined);
  }

  function jump({ start }: Heading) {
    const heading = passagesIn(text.current).find((passage) => passage.start === start)?.element;
    heading?.scrollIntoView({ block: 'start' });
    heading?.querySelector<HTMLElement>('.passage-button')?.focus({ preventScroll: true });
  }

  return (
    <div ref={frame} className="space-y-3">
      {ask.revises !== undefined && (
        <Revision ask={ask} earlier={earlier} isChangeShown={isChangeShown} onShowChange={showChange} />
      )}
      {isChangeShown && <WhatChanged ask={ask} earlier={earlier} />}
      {/* It stays, for what is folded in it is still to be read. */}
      <div hidden={isChangeShown}>
        <div className={hasOutline && isWide ? 'grid grid-cols-[11rem_minmax(0,1fr)] gap-5' : 'space-y-3'}>
          {hasOutline && <Outline headings={headings} isBeside={isWide} onJump={jump} />}
          <PlanText ref={text} plan={ask.plan} comments={comments} isDisabled={isDisabled} />
        </div>
      </div>
    </div>
  );
}

/** As they are drawn, so that nothing is in the outline that is no heading on the page. */
function useHeadings(text: RefObject<HTMLElement | null>, plan: string): Heading[] {
  const [headings, setHeadings] = useState<Heading[]>([]);
  useLayoutEffect(() => {
    setHeadings(
      passagesIn(text.current).flatMap(({ element, start }) => {
        const level = Number(element.dataset['level']);
        const words = element.querySelector('h2, h3, h4, h5, h6')?.textContent.trim() ?? '';
        return level > 0 && words !== '' ? [{ start, level, text: words }] : [];
      }),
    );
  }, [text, plan]);
  return headings;
}
