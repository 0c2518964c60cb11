// The second step of saying no: an optional reason, which the model reads. Enter sends it, Escape goes back.
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { GrowingTextarea } from '../elements/GrowingTextarea.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useArming } from '../press/useArming.ts';
import { useBeckon } from '../store/BeckonContext.tsx';
import { reasonField } from '../store/draftFields.ts';
import { useDraft } from '../store/drafts.ts';
import { AskFoot } from './docked.tsx';
import { FilledInNote, useFilledIn } from './FilledInNote.tsx';

export interface DenyStepProps {
  askId: string;
  label: string;
  placeholder: string;
  confirmLabel: string;
  isReasonNeeded?: boolean;
  isBusy: boolean;
  /** What goes with it, and stands above. */
  above?: ReactNode;
  onDeny: (reason: string) => void;
  onBack: () => void;
}

export function DenyStep(props: DenyStepProps) {
  const { askId, label, placeholder, confirmLabel, isReasonNeeded = false, isBusy, above, onDeny, onBack } = props;
  const { presses } = useBeckon();
  const [reason, setReason] = useDraft('reasons', askId, '');
  const filledIn = useFilledIn(askId);
  const field = useArming<HTMLDivElement>({ mayMove: true, meaning: filledIn });
  const id = useId();
  const canDeny = !isBusy && (!isReasonNeeded || reason.trim() !== '');

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (!isBusy) onBack();
    }
    // While an input method composes, Enter belongs to it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (event.repeat || !canDeny || !field.counts(event)) return;
      presses.noteAnswer();
      onDeny(reason.trim());
    }
  }

  return (
    <AskFoot>
      <div className="animate-arrive space-y-2">
        {above}
        <label htmlFor={id} className="block text-sm font-medium">
          {label}
        </label>
        <div ref={field.control}>
          <GrowingTextarea
            id={id}
            data-draft={`${askId} ${reasonField}`}
            autoFocus
            value={reason}
            readOnly={isBusy}
            placeholder={placeholder}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={handleKey}
          />
        </div>
        <FilledInNote askId={askId} field={reasonField} />
        <div className="flex flex-wrap items-center gap-2">
          <DecidingButton
            look="danger"
            meaning={filledIn}
            isBusy={isBusy}
            disabled={!canDeny}
            onClick={() => onDeny(reason.trim())}
          >
            {confirmLabel}
          </DecidingButton>
          <Button look="quiet" disabled={isBusy} onClick={onBack}>
            Back
          </Button>
          <span className="text-xs text-muted pointer-coarse:hidden">
            Enter sends · Esc goes back · Shift+Enter new line
          </span>
        </div>
      </div>
    </AskFoot>
  );
}
