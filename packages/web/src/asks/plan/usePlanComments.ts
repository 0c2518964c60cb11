// The comments on a plan that are not sent yet, and which of them is being written. They outlive the card, as all drafts do.
import { useState } from 'react';
import { useDraft } from '../../store/drafts.ts';
import type { PlanComment } from './feedback.ts';

export interface PlanComments {
  all: readonly PlanComment[];
  /** Where the passage begins whose comment is being written. */
  writtenAt: number | undefined;
  /** Opens the field at a passage, or closes it. */
  write: (start: number | undefined) => void;
  /** Keeps what is typed; a passage has one comment. */
  put: (comment: PlanComment) => void;
  remove: (start: number) => void;
}

const none: PlanComment[] = [];

export function usePlanComments(askId: string): PlanComments {
  const [all, setAll] = useDraft('comments', askId, none);
  const [writtenAt, setWrittenAt] = useState<number>();
  return {
    all,
    writtenAt,
    write: setWrittenAt,
    put: (comment) => setAll((kept) => [...without(kept, comment.start), comment]),
    remove: (start) => setAll((kept) => without(kept, start)),
  };
}

function without(comments: readonly PlanComment[], start: number): PlanComment[] {
  return comments.filter((each) => each.start !== start);
}
