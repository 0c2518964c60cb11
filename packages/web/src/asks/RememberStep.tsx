// "Always allow" says exactly what it grants before it is granted.
import { suggestionText } from '@beckon/protocol';
import type { PermissionSuggestion } from '@beckon/protocol';
import { Button } from '../elements/Button.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export interface RememberStepProps {
  suggestions: PermissionSuggestion[];
  isBusy: boolean;
  onApprove: () => void;
  onBack: () => void;
}

export function RememberStep({ suggestions, isBusy, onApprove, onBack }: RememberStepProps) {
  return (
    <div className="animate-arrive space-y-2">
      <p className="text-sm font-medium">This approves the call, and from now on:</p>
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {suggestions.map((suggestion, index) => (
          <li key={index} className="break-words">
            <VisibleText text={suggestionText(suggestion)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button autoFocus look="quiet" disabled={isBusy} onClick={onBack} className="order-last">
          Back
        </Button>
        <Button look="primary" isBusy={isBusy} onClick={onApprove}>
          Approve and always allow
        </Button>
      </div>
    </div>
  );
}
