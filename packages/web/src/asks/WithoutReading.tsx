// The other way to approve what has not been read: it says what is unread, and takes a button of its own.
import type { Ask } from '@beckon/protocol';
import { DecidingButton } from '../press/DecidingButton.tsx';

export interface WithoutReadingProps {
  ask: Ask;
  /** It leads to the approval, and is not one yet. */
  isStep?: boolean;
  isDisabled: boolean;
  onApprove: () => void;
}

export function WithoutReading({ ask, isStep = false, isDisabled, onApprove }: WithoutReadingProps) {
  return (
    <div className="col-span-2 flex w-full flex-wrap items-center justify-between gap-2 border-t border-line pt-2">
      <p className="min-w-0 flex-1 basis-48 text-xs text-muted">
        {ask.abridged
          ? 'Not all of this has been shown. Go through it to approve it.'
          : 'Part of what would run is folded away. Open it to approve it.'}
      </p>
      <DecidingButton
        look="dangerQuiet"
        meaning={ask.file?.version}
        isStep={isStep}
        disabled={isDisabled}
        onClick={onApprove}
      >
        Approve without reading
      </DecidingButton>
    </div>
  );
}

/** Said of the button that approves what has been read. */
export function whyUnread({ abridged }: Ask): string {
  return abridged ? 'Go through all of it first' : 'Open what is folded away first';
}
