// What is found for what is typed: a moment after the last letter, the latest question's answer only, and again while
// the gateway is still taking things up.
import type { IndexState, SearchHit, SearchPage } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

export interface Results {
  hits: SearchHit[];
  hasMore: boolean;
  isLoading: boolean;
  error: BeckonError | undefined;
  index: IndexState | undefined;
  loadMore: () => void;
}

const typingMs = 80;
const againMs = 700;

export function useResults(typed: string, limit = 20): Results {
  const { transport } = useBeckon();
  const q = typed.trim() === '' ? '' : typed;
  const [page, setPage] = useState<SearchPage>();
  const [error, setError] = useState<BeckonError>();
  const [isLoading, setIsLoading] = useState(false);
  const asked = useRef(0);

  const ask = useCallback(
    async (before?: string) => {
      const number = ++asked.current;
      setIsLoading(true);
      try {
        const found = await transport.search({ q, limit, ...(before !== undefined && { before }) });
        if (number !== asked.current) return;
        setPage((known) =>
          before === undefined ? found : { ...found, hits: [...(known?.hits ?? []), ...found.hits] },
        );
        setError(undefined);
      } catch (thrown) {
        if (number !== asked.current) return;
        setError(BeckonError.from(thrown));
        setPage(undefined);
      }
      setIsLoading(false);
    },
    [transport, q, limit],
  );

  useEffect(() => {
    asked.current += 1;
    if (q === '') {
      setPage(undefined);
      setError(undefined);
      setIsLoading(false);
      return;
    }
    setIsLoading(true);
    const timer = setTimeout(() => void ask(), typingMs);
    return () => clearTimeout(timer);
  }, [ask, q]);

  // Whoever has asked for older ones is not thrown back to the first page.
  const isWorthAgain = page?.index.isBusy === true && page.hits.length <= limit;
  useEffect(() => {
    if (!isWorthAgain) return;
    const timer = setTimeout(() => void ask(), againMs);
    return () => clearTimeout(timer);
  }, [isWorthAgain, page, ask]);

  const { next } = page ?? {};
  const loadMore = useCallback(() => void (next !== undefined && ask(next)), [ask, next]);
  return { hits: page?.hits ?? [], hasMore: next !== undefined, isLoading, error, index: page?.index, loadMore };
}
