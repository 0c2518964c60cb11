// The first step of an approval: yes, no, or one of the longer ways to yes. Where the agent's runtime wants a no by
// default, "Deny" comes first and has the focus, and a yes takes a second press.
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { useAbility } from '../store/BeckonContext.tsx';
import type { ApprovalAsk, ApprovalStep } from './ToolApproval.tsx';
import type { AskInHand } from './useAsk.ts';

export interface ApprovalButtonsProps {
  inHand: AskInHand<ApprovalAsk>;
  /** The step whose button has the focus. */
  cameFrom: ApprovalStep | undefined;
  onStep: (step: ApprovalStep) => void;
}

export function ApprovalButtons({ inHand, cameFrom, onStep }: ApprovalButtonsProps) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const canEdit = useAbility(ask.sessionId, 'updated_input');
  const [isArmed, setIsArmed] = useState(!ask.defaultToNo);
  const isApproving = isSubmitting && submission?.answer.type === 'approve';

  const approve = (
    <Button
      key="approve"
      aria-keyshortcuts="a"
      // One key never approves what may do great harm: it brings the focus here, and Enter is the second.
      data-press={ask.risk?.level === 'high' ? 'focus' : undefined}
      className="max-sm:flex-1"
      look={ask.defaultToNo && !isArmed ? 'secondary' : 'primary'}
      isBusy={isApproving}
      disabled={isSubmitting}
      onClick={() => (isArmed ? answer({ type: 'approve' }) : setIsArmed(true))}
    >
      {ask.defaultToNo ? (isArmed ? 'Yes, approve' : 'Approve…') : 'Approve'}
    </Button>
  );
  const deny = (
    <Button
      key="deny"
      aria-keyshortcuts="d"
      className="max-sm:flex-1"
      look="dangerQuiet"
      autoFocus={cameFrom === 'deny'}
      disabled={isSubmitting}
      onClick={() => onStep('deny')}
    >
      Deny…
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ask.defaultToNo ? [deny, approve] : [approve, deny]}
      {ask.suggestions.length > 0 && (
        <Button
          aria-keyshortcuts="m"
          autoFocus={cameFrom === 'remember'}
          disabled={isSubmitting}
          onClick={() => onStep('remember')}
          className="max-sm:w-full"
        >
          Approve and always allow…
        </Button>
      )}
      {canEdit && (
        <Button
          look="quiet"
          aria-keyshortcuts="e"
          autoFocus={cameFrom === 'edit'}
          disabled={isSubmitting}
          onClick={() => onStep('edit')}
          className="max-sm:w-full"
        >
          Edit input…
        </Button>
      )}
    </div>
  );
}
