// Says of a field that it was filled in on another device, until its person changes it here.
import { useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export interface FilledInNoteProps {
  askId: string;
  field: string;
  /** What was done there. */
  words?: string;
}

export function FilledInNote({ askId, field, words = 'Filled in on' }: FilledInNoteProps) {
  const device = useDevice(askId, field);
  return (
    // Always there, so that a screen reader hears of what comes into it.
    <p role="status" className="mt-1 text-xs text-muted empty:hidden">
      {device !== undefined && (
        <>
          {words} <VisibleText text={device} />
        </>
      )}
    </p>
  );
}

/** The same at a button behind which the field lies. */
export function BegunElsewhere({ askId, field, words }: Required<FilledInNoteProps>) {
  const device = useDevice(askId, field);
  if (device === undefined) return null;
  return (
    <p className="text-xs text-muted">
      {words} <VisibleText text={device} />
    </p>
  );
}

/** Where the field was filled in, unless it was emptied there. */
function useDevice(askId: string, field: string): string | undefined {
  const device = useBeckonState(({ filledIn }) => filledIn[askId]?.[field]);
  const isEmpty = useBeckonState(({ view }) => view.drafts?.[askId]?.[field]?.text === '');
  return isEmpty ? undefined : device;
}

/** Changes with whatever is filled in from elsewhere: a press on what that would send has to see it first [L13]. */
export function useFilledIn(askId: string): string {
  const isFilled = useBeckonState(({ filledIn }) => filledIn[askId]);
  const drafts = useBeckonState(({ view }) => view.drafts?.[askId]);
  return isFilled ? JSON.stringify(Object.keys(isFilled).map((name) => [name, drafts?.[name]?.text])) : '';
}
