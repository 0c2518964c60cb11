// Past sessions, page after page, as far as somebody has scrolled.
import type { Session, SessionQuery, SkippedPast } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useState } from 'react';
import type { SessionPages } from '../session-list/useSessionPages.ts';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';

const pageSize = 50;
/** Someone who types is not interested in what the first letters find. */
const typingPauseMs = 200;

interface Read {
  sessions: Session[];
  next?: string | undefined;
  isLoading: boolean;
  error?: BeckonError | undefined;
  skipped?: SkippedPast | undefined;
}

export function usePastPages(query: SessionQuery): SessionPages & { skipped: SkippedPast | undefined } {
  const { transport } = useBeckon();
  const changes = useBeckonState(({ pastChanges }) => pastChanges);
  const of = JSON.stringify(query);
  const [read, setRead] = useState<Read & { of: string }>({ of, sessions: [], isLoading: true });

  const load = useCallback(
    async (after: Read) => {
      const change = (next: Partial<Read>) =>
        setRead((now) => (now.of === of ? { ...now, isLoading: false, ...next } : now));
      setRead({ ...after, of, isLoading: true, error: undefined });
      try {
        const wanted = JSON.parse(of) as SessionQuery;
        const page = await transport.listSessions({
          ...wanted,
          limit: pageSize,
          ...(after.next !== undefined && { before: after.next }),
        });
        change({ sessions: [...after.sessions, ...page.sessions], next: page.next, skipped: page.skipped });
      } catch (thrown) {
        change({ error: BeckonError.from(thrown) });
      }
    },
    [transport, of],
  );

  useEffect(() => {
    // What is shown stays until the other has come.
    const start = setTimeout(() => void load({ sessions: [], isLoading: true }), typingPauseMs);
    return () => clearTimeout(start);
  }, [load, changes]);

  const { sessions, isLoading, error, next, skipped } = read;
  return { sessions, skipped, hasMore: next !== undefined, isLoading, error, loadMore: () => void load(read) };
}
