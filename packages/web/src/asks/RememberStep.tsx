// "Always allow" says exactly what it grants before it is granted. Of several things each is granted or left out by itself.
import { suggestionText } from '@beckon/protocol';
import type { PermissionSuggestion } from '@beckon/protocol';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../elements/Button.tsx';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export interface RememberStepProps {
  suggestions: PermissionSuggestion[];
  isBusy: boolean;
  /** With all that there is to grant, or with the places of those that were chosen. */
  onApprove: (remember: true | number[]) => void;
  onBack: () => void;
}

export function RememberStep({ suggestions, isBusy, onApprove, onBack }: RememberStepProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const isChoice = suggestions.length > 1;

  function toggle(place: number) {
    setChosen((before) => (before.includes(place) ? before.filter((each) => each !== place) : [...before, place]));
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isBusy) return;
    event.stopPropagation();
    onBack();
  }

  return (
    <div className="animate-arrive space-y-2" onKeyDown={handleKey}>
      <p className="text-sm font-medium">
        This approves the call, and from now on{isChoice ? ', where you choose it' : ''}:
      </p>
      <ul className={isChoice ? 'space-y-1 text-sm' : 'list-disc space-y-1 pl-5 text-sm'}>
        {suggestions.map((suggestion, place) => (
          <li key={place} className="break-words">
            {isChoice ? (
              <Choice isChosen={chosen.includes(place)} isDisabled={isBusy} onToggle={() => toggle(place)}>
                <VisibleText text={suggestionText(suggestion)} />
              </Choice>
            ) : (
              <VisibleText text={suggestionText(suggestion)} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button autoFocus look="quiet" disabled={isBusy} onClick={onBack} className="order-last">
          Back
        </Button>
        <DecidingButton
          look="primary"
          isBusy={isBusy}
          disabled={isChoice && chosen.length === 0}
          onClick={() => onApprove(isChoice ? chosen.toSorted((a, b) => a - b) : true)}
        >
          Approve and always allow
        </DecidingButton>
      </div>
    </div>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Choice({ isChosen, isDisabled, onToggle, children }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-start gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isDisabled}
        onChange={onToggle}
        className="mt-0.5 size-4.5 shrink-0 accent-accent"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
