// Whether what was just changed is kept, said beside the heading of what was changed, or below it where it is not.
import { Check } from 'lucide-react';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import type { Saving } from './useSettings.ts';

export function SavedNote({ saving: { isRunning, isSaved } }: { saving: Saving }) {
  return (
    <p role="status" className="flex items-center gap-1 text-sm text-done">
      {isRunning && (
        <>
          <Spinner className="size-4" /> <span className="text-muted">Saving…</span>
        </>
      )}
      {!isRunning && isSaved && (
        <>
          <Check aria-hidden className="size-4" /> Saved, for all of your devices.
        </>
      )}
    </p>
  );
}

export function NotSaved({ saving: { error } }: { saving: Saving }) {
  return error ? <Problem>This was not saved. {error.message}</Problem> : null;
}
