// Whether all of what a card shows has been opened. A part that is folded says so to the card around it.
import { createContext, useCallback, useContext, useId, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

type Tell = (partId: string, isUnread: boolean) => void;

const ReadingContext = createContext<Tell | undefined>(undefined);

/** Stands around what has to be read before it is approved; without a listener, around what need not be. */
export function Reading({ onPart, children }: { onPart?: Tell | undefined; children: ReactNode }) {
  return <ReadingContext value={onPart}>{children}</ReadingContext>;
}

/** For the card: whether a part of it is still folded, and the listener for `Reading`. */
export function useReading(): { hasUnread: boolean; onPart: Tell } {
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());
  const onPart = useCallback((partId: string, isUnread: boolean) => {
    setUnread((before) => {
      if (before.has(partId) === isUnread) return before;
      return new Set(isUnread ? [...before, partId] : [...before].filter((id) => id !== partId));
    });
  }, []);
  return { hasUnread: unread.size > 0, onPart };
}

/** For a part. Nobody has to know where there is no card. */
export function useUnread(isUnread: boolean): void {
  const tell = useContext(ReadingContext);
  const partId = useId();
  useLayoutEffect(() => {
    tell?.(partId, isUnread);
    return () => tell?.(partId, false);
  }, [tell, partId, isUnread]);
}
