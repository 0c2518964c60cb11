// The form for an ask of each kind. A further kind of ask joins here.
import type { Ask, ToolCallPart } from '@beckon/protocol';
import { PlanReview } from './PlanReview.tsx';
import { QuestionPrompt } from './QuestionPrompt.tsx';
import { ToolApproval } from './ToolApproval.tsx';

export function AskCard({ ask, call }: { ask: Ask; call?: ToolCallPart | undefined }) {
  switch (ask.kind) {
    case 'approval':
      return <ToolApproval ask={ask} call={call} />;
    case 'question':
      return <QuestionPrompt ask={ask} />;
    case 'plan':
      return <PlanReview ask={ask} />;
  }
}
