// The form for an ask of each kind. This is the one place in the page that lists kinds; a further one joins here.
import type { AskKind, AskOf, ToolCallPart } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { askElementId, askLabel } from './AskFrame.tsx';
import { PlanReview } from './PlanReview.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';
import { ToolApproval } from './ToolApproval.tsx';
import { WhenNear } from './WhenNear.tsx';

const forms: { [Kind in AskKind]: ComponentType<AskFormProps<Kind>> } = {
  approval: ToolApproval,
  question: QuestionPrompt,
  plan: PlanReview,
};

interface AskFormProps<Kind extends AskKind> {
  ask: AskOf<Kind>;
  /** The call that it is about, where that is in sight. */
  call?: ToolCallPart | undefined;
}

export function AskCard({ ask, call }: AskFormProps<AskKind>) {
  // Each form takes asks of its own kind; the compiler cannot see that through the lookup.
  const Form = forms[ask.kind] as ComponentType<AskFormProps<AskKind>>;
  return (
    // A card is its ask's, not its call's: what was begun on one ask about a call is not meant for the next.
    <WhenNear key={ask.id} elementId={askElementId(ask.id)} label={askLabel(ask)}>
      <Form ask={ask} call={call} />
    </WhenNear>
  );
}
