// The form for an ask of each kind. This is the one place in the page that lists kinds; a further one joins here.
import type { AskKind, AskOf, ToolCallPart } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { PlanReview } from './PlanReview.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';
import { ToolApproval } from './ToolApproval.tsx';

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
  // A card is its ask's, not its call's: what was begun on one ask about a call is not meant for the next.
  return <Form key={ask.id} ask={ask} call={call} />;
}
