// The form for an ask of each kind. This is the one place in the page that lists kinds; a further one joins here.
import type { Ask, AskKind, AskOf, ToolCallPart } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { PlanReview } from './PlanReview.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';
import { ToolApproval } from './ToolApproval.tsx';
import { TrustForm } from './TrustForm.tsx';

const forms: { [Kind in AskKind]: ComponentType<AskFormProps<Kind>> } = {
  approval: ToolApproval,
  question: QuestionPrompt,
  plan: PlanReview,
  trust: TrustForm,
};

/** Those of them that may be long: whether this one is. */
const documents: { [Kind in AskKind]?: (ask: AskOf<Kind>) => boolean } = {
  plan: ({ plan }) => plan.split('\n').length > 5,
  trust: ({ items }) => items.length > 2,
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

/** Whether it is something to read, with all the room that there is. */
export function isDocument(ask: Ask): boolean {
  const isLong = documents[ask.kind] as ((ask: Ask) => boolean) | undefined;
  return ask.abridged !== undefined || isLong?.(ask) === true;
}
