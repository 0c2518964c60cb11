// An ask as this page knows it, with what was done about it here.
import { describeMode } from '@beckon/protocol';
import type { Answer, Ask, PermissionMode, ToolCallPart } from '@beckon/protocol';
import { clientKeyOf, isOpen } from '@beckon/protocol';
import { useWhyNot } from '../connection/useWhyNot.ts';
import { useBeckon, useBeckonState, useDriver } from '../store/BeckonContext.tsx';
import type { Submission } from '../store/answering.ts';
import { isTakenBack, standingSubmission } from '../store/answering.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './outcome.ts';
import { useIsAtDoor } from './useIsAtDoor.ts';

export interface AskInHand<A extends Ask> {
  ask: A;
  outcome: Outcome | undefined;
  submission: Submission | undefined;
  /** The answer is on its way, or arrived and not yet announced. */
  isSubmitting: boolean;
  /** Why the answer was not taken, where the ask is still open. */
  problem: string | undefined;
  answer: (answer: Answer) => void;
}

export function useAsk<A extends Ask>(given: A, call?: ToolCallPart): AskInHand<A> {
  const beckon = useBeckon();
  const driver = useDriver(given.sessionId);
  const submission = useBeckonState(({ submissions }) => standingSubmission(given, submissions[given.id]));
  const ask = latest(given, submission);
  const isAtDoor = useIsAtDoor(given.sessionId);
  const modeName = (mode: PermissionMode) => describeMode(driver, mode).name;
  const whyNot = useWhyNot(submission?.state === 'failed' ? submission.error : undefined);
  return {
    ask,
    outcome: outcomeOf(ask, { submission, result: call?.result, modeName, isAtDoor }),
    submission,
    isSubmitting: isOpen(ask) && submission !== undefined && submission.state !== 'failed',
    problem: isOpen(ask) ? whyNot : undefined,
    answer: (answer) => void beckon.answer(ask, answer),
  };
}

/** A refusal carries the ask as it stands, which may reach this page before the broadcast does. */
function latest<A extends Ask>(given: A, submission: Submission | undefined): A {
  const refused = submission?.state === 'failed' ? submission.error.ask : undefined;
  // One that is refused because it has changed stays open, and is told as any other change.
  const isNewer = isOpen(given) && refused?.id === given.id && refused.kind === given.kind && !isOpen(refused);
  return isNewer && !isTakenBack(given, clientKeyOf(refused.answeredBy)) ? (refused as A) : given;
}
