// The form for an ask of each kind. This is the one place in the page that lists kinds; a further one joins here.
import type { AskKind, AskOf, ToolCallPart } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { PlanReview } from './PlanReview.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';
import { ToolApproval } from './ToolApproval.tsx';
import { TrustForm } from './TrustForm.tsx';

const forms: { [Kind in AskKind]: AskForm<Kind> } = {
  approval: { Form: ToolApproval },
  question: { Form: QuestionPrompt },
  plan: { Form: PlanReview, isDocument: ({ plan }) => plan.split('\n').length > 5 },
  trust: { Form: TrustForm, isDocument: ({ items }) => items.length > 2 },
};

interface AskForm<Kind extends AskKind> {
  Form: ComponentType<AskFormProps<Kind>>;
  /** Whether it is something to read at leisure, with all the room that there is. */
  isDocument?: (ask: AskOf<Kind>) => boolean;
}

interface AskFormProps<Kind extends AskKind> {
  ask: AskOf<Kind>;
  /** The call that it is about, where that is in sight. */
  call?: ToolCallPart | undefined;
}

export function AskCard({ ask, call }: AskFormProps<AskKind>) {
  const { Form } = formOf(ask);
  // A card is its ask's, not its call's: what was begun on one ask about a call is not meant for the next.
  return <Form key={ask.id} ask={ask} call={call} />;
}

export function isDocument(ask: AskOf<AskKind>): boolean {
  return ask.abridged !== undefined || formOf(ask).isDocument?.(ask) === true;
}

/** Each form takes asks of its own kind; the compiler cannot see that through the lookup. */
function formOf({ kind }: AskOf<AskKind>): AskForm<AskKind> {
  return forms[kind] as AskForm<AskKind>;
}
