// Whether what was just changed is kept, said where it was changed.
import { Check } from 'lucide-react';
import { Problem } from '../elements/Problem.tsx';
import { Spinner } from '../elements/Spinner.tsx';
import type { Saving } from './useSettings.ts';

export function SavedNote({ saving: { isRunning, isSaved, error } }: { saving: Saving }) {
  return (
    <>
      <p role="status" className="flex min-h-5 items-center gap-1 text-sm text-done">
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
      {error && <Problem>This was not saved. {error.message}</Problem>}
    </>
  );
}
