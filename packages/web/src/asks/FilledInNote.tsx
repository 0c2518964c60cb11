// Says of a field that it was filled in on another device, until its person changes it here.
import { useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function FilledInNote({ askId, field }: { askId: string; field: string }) {
  const device = useBeckonState(({ filledIn }) => filledIn[askId]?.[field]);
  return (
    // Always there, so that a screen reader hears of what comes into it.
    <p role="status" className="mt-1 text-xs text-muted empty:hidden">
      {device !== undefined && (
        <>
          Filled in on <VisibleText text={device} />
        </>
      )}
    </p>
  );
}

/** Changes with whatever is filled in from elsewhere: a press on what that would send has to see it first [L13]. */
export function useFilledIn(askId: string): string {
  const isFilled = useBeckonState(({ filledIn }) => filledIn[askId]);
  const drafts = useBeckonState(({ view }) => view.drafts?.[askId]);
  return isFilled ? JSON.stringify(Object.keys(isFilled).map((name) => [name, drafts?.[name]?.text])) : '';
}
