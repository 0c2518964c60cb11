// The form for an ask of each kind. This is the one place in the page that lists kinds; a further one joins here.
import type { Ask, AskKind, AskOf, ToolCallPart } from '@beckon/protocol';
import type { ComponentType } from 'react';
import { PlanReview } from './PlanReview.tsx';
import { hasPreview } from './QuestionFields.tsx';
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

/** Those of them that show things beside each other: whether this one does. */
const broad: { [Kind in AskKind]?: (ask: AskOf<Kind>) => boolean } = {
  question: ({ questions }) => questions.some(hasPreview),
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
  return ask.abridged !== undefined || holds(documents, ask);
}

/** Whether it needs more room from side to side. */
export function isBroad(ask: Ask): boolean {
  return holds(broad, ask);
}

function holds(kinds: { [Kind in AskKind]?: (ask: AskOf<Kind>) => boolean }, ask: Ask): boolean {
  const holdsOf = kinds[ask.kind] as ((ask: Ask) => boolean) | undefined;
  return holdsOf?.(ask) === true;
}
