// The first step of an approval: yes, no, or one of the longer ways to yes. What may do great harm takes a second press, at
// another place than the first. So does a yes where the agent's runtime wants a no by default: there "Deny" comes first
// and has the focus.
import { useState } from 'react';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useAbility } from '../store/BeckonContext.tsx';
import { inputField, reasonField } from '../store/draftFields.ts';
import { isShort } from '../tools/inputSize.ts';
import { AskFoot } from './docked.tsx';
import { BegunElsewhere } from './FilledInNote.tsx';
import type { ApprovalAsk, ApprovalStep } from './ToolApproval.tsx';
import type { AskInHand } from './useAsk.ts';
import { whyUnread, WithoutReading } from './WithoutReading.tsx';

export interface ApprovalButtonsProps {
  inHand: AskInHand<ApprovalAsk>;
  /** Something of what would run is still folded away. */
  hasUnread: boolean;
  /** The step whose button has the focus. */
  cameFrom: ApprovalStep | undefined;
  onStep: (step: ApprovalStep) => void;
}

export function ApprovalButtons({ inHand, hasUnread, cameFrom, onStep }: ApprovalButtonsProps) {
  const { ask, isSubmitting, submission, answer } = inHand;
  const canEdit = useAbility(ask.sessionId, 'updated_input') && !ask.abridged && isShort(ask.input);
  const isHighRisk = ask.risk?.level === 'high';
  const takesTwo = isHighRisk || ask.defaultToNo;
  const [isSure, setIsSure] = useState(!takesTwo);
  const [isReadingWaived, setIsReadingWaived] = useState(false);
  const whyNot = hasUnread && !isReadingWaived ? whyUnread(ask) : undefined;
  const isApproving = isSubmitting && submission?.answer.type === 'approve';

  function approveUnread() {
    if (isSure) return answer({ type: 'approve' });
    setIsReadingWaived(true);
    setIsSure(true);
  }

  const approve = (
    <DecidingButton
      key="approve"
      aria-keyshortcuts="a"
      // One key never approves what may do great harm: pressed again it brings the focus here, and Enter is the other.
      data-press={isHighRisk && isSure ? 'focus' : undefined}
      look={!isSure ? 'secondary' : isHighRisk ? 'danger' : 'primary'}
      // What is on the card is another where the file has changed: it has to be seen anew.
      meaning={`${isSure ? 'approve' : 'be sure'} ${ask.file?.version ?? ''}`}
      isStep={!isSure}
      whyNot={whyNot}
      isBusy={isApproving}
      disabled={isSubmitting}
      onClick={() => (isSure ? answer({ type: 'approve' }) : setIsSure(true))}
    >
      {takesTwo ? (isSure ? 'Yes, approve' : 'Approve…') : 'Approve'}
    </DecidingButton>
  );
  const deny = (
    <DecidingButton
      key="deny"
      aria-keyshortcuts="d"
      look="dangerQuiet"
      isStep
      autoFocus={cameFrom === 'deny'}
      disabled={isSubmitting}
      onClick={() => onStep('deny')}
    >
      Deny…
    </DecidingButton>
  );
  return (
    <AskFoot>
      {/* Two by two on a phone, each as wide as a thumb needs it. */}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        {ask.defaultToNo || (takesTwo && isSure) ? [deny, approve] : [approve, deny]}
        {ask.suggestions.length > 0 && (
          <DecidingButton
            aria-keyshortcuts="m"
            isStep
            whyNot={whyNot}
            autoFocus={cameFrom === 'remember'}
            disabled={isSubmitting}
            onClick={() => onStep('remember')}
            className="max-sm:last:odd:col-span-2"
          >
            <span className="block first-letter:uppercase">
              <span className="max-sm:sr-only">Approve and </span>always allow…
            </span>
          </DecidingButton>
        )}
        {canEdit && (
          <DecidingButton
            look="quiet"
            aria-keyshortcuts="e"
            isStep
            autoFocus={cameFrom === 'edit'}
            disabled={isSubmitting}
            onClick={() => onStep('edit')}
            className="max-sm:last:odd:col-span-2"
          >
            Edit input…
          </DecidingButton>
        )}
        {whyNot !== undefined && (
          <WithoutReading ask={ask} isStep={!isSure} isDisabled={isSubmitting} onApprove={approveUnread} />
        )}
      </div>
      {/* What was begun elsewhere lies a step further. */}
      <BegunElsewhere askId={ask.id} field={reasonField} words="“Deny…” goes on with what was written on" />
      {canEdit && (
        <BegunElsewhere askId={ask.id} field={inputField} words="“Edit input…” goes on with what was changed on" />
      )}
    </AskFoot>
  );
}
