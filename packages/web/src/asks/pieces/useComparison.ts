// Goes through what an edit makes of its file, as the gateway compares the two: the first page at once, further ones as they are
// asked for. Where the file turns out to be another, it begins anew.
import type { Ask, BeckonError, EditedFile, FileSection } from '@beckon/protocol';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../elements/useAction.ts';
import { useBeckon } from '../../store/BeckonContext.tsx';

export interface Comparison {
  /** Undefined until the first page is there. With the sections of all pages so far. */
  file: EditedFile | undefined;
  shownPages: number;
  pages: number;
  showMore: (() => void) | undefined;
  isLoading: boolean;
  error: BeckonError | undefined;
  tryAgain: () => void;
}

interface Shown {
  file: EditedFile;
  sections: FileSection[];
  shownPages: number;
  pages: number;
}

export function useComparison({ id, file }: Ask): Comparison {
  const { transport } = useBeckon();
  const [shown, setShown] = useState<Shown>();
  const loading = useAction(async (page: number) => {
    const version = page > 0 ? shown?.file.version : undefined;
    const got = await transport.compareFile(id, { page, ...(version !== undefined && { version }) });
    const before = got.page === 0 ? [] : (shown?.sections ?? []);
    const sections = [...before, ...got.file.sections];
    setShown({ file: { ...got.file, sections }, sections, shownPages: got.page + 1, pages: got.pages });
  });

  const wanted = file?.version;
  const isCurrent = shown !== undefined && (wanted === undefined || shown.file.version === wanted);
  // Once for each version: what cannot be compared now is tried again by its person.
  const triedFor = useRef<string | true>(undefined);
  const { run, isRunning } = loading;
  useEffect(() => {
    if (isCurrent || isRunning || triedFor.current === (wanted ?? true)) return;
    triedFor.current = wanted ?? true;
    void run(0);
  });

  const next = shown?.shownPages ?? 0;
  return {
    file: isCurrent ? shown.file : undefined,
    shownPages: next,
    pages: shown?.pages ?? 0,
    showMore: shown && next < shown.pages ? () => void run(next) : undefined,
    isLoading: isRunning,
    error: loading.error,
    tryAgain: () => void run(isCurrent ? next : 0),
  };
}
