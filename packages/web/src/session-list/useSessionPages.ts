// The sessions that the view does not hold, page after page: the older ones, or those that match what is searched for.
import type { Session } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';

const pageSize = 100;
/** Someone who types is not interested in what the first letters find. */
const typingPauseMs = 200;

export interface SessionPages {
  /** In the gateway's order; some of them may have come into the view since. */
  sessions: Session[];
  hasMore: boolean;
  isLoading: boolean;
  error: BeckonError | undefined;
  loadMore: () => void;
}

/** What has been read so far, of one search or of the older ones from one cursor on. */
interface Read {
  of: string;
  sessions: Session[];
  /** Where the next page begins; absent where there is none. */
  next?: string | undefined;
  isBeginning: boolean;
  isLoading: boolean;
  error?: BeckonError | undefined;
}

/** All beyond the view, or of them those that match `q`. */
export function useSessionPages(q: string): SessionPages {
  const { transport } = useBeckon();
  const older = useBeckonState(({ view }) => view.next);
  const hasOlder = older !== undefined;
  // The view has searched its own sessions; where it has all of them, nobody need be asked.
  const isSearch = q !== '' && hasOlder;
  const of = JSON.stringify(q === '' ? { older } : { q, hasOlder });
  const [latest, setLatest] = useState<Read>(() => nothingOf(of));
  const read = latest.of === of ? latest : { ...nothingOf(of), isLoading: isSearch };

  const load = useCallback(
    async (after: Read) => {
      const change = (next: Partial<Read>) =>
        setLatest((now) => (now.of === of ? { ...now, isLoading: false, ...next } : now));
      setLatest({ ...after, isLoading: true, error: undefined });
      try {
        const before = after.isBeginning && q === '' ? older : after.next;
        const query = { limit: pageSize, ...(q !== '' && { q }), ...(before !== undefined && { before }) };
        const { sessions, next } = await transport.listSessions(query);
        change({ sessions: [...after.sessions, ...sessions], next, isBeginning: false });
      } catch (thrown) {
        change({ error: BeckonError.from(thrown) });
      }
    },
    [transport, of, q, older],
  );

  useEffect(() => {
    if (!isSearch) return;
    const typed = setTimeout(() => void load(nothingOf(of)), typingPauseMs);
    return () => clearTimeout(typed);
  }, [load, of, isSearch]);

  const { sessions, isLoading, error, isBeginning, next } = read;
  const hasMore = hasOlder && (isBeginning || next !== undefined);
  return { sessions, hasMore, isLoading, error, loadMore: () => void load(read) };
}

function nothingOf(of: string): Read {
  return { of, sessions: [], isBeginning: true, isLoading: false };
}
