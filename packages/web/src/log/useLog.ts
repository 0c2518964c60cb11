// The audit log as far as it has been read: the newest page, and older ones as they are asked for.
import type { LogEntry } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

const pageSize = 100;

interface Read {
  entries: LogEntry[];
  /** The cursor for what is older; absent at the beginning of the log. */
  next?: string | undefined;
}

export interface Log {
  /** Newest first; absent until the first page has come. */
  entries: LogEntry[] | undefined;
  hasOlder: boolean;
  isLoading: boolean;
  error: BeckonError | undefined;
  loadOlder: () => void;
  /** Reads it anew from the newest entry on. */
  reload: () => void;
}

/** Of one session or of all, and of the kinds that are named, with commas between. */
export function useLog(session: string | undefined, kind: string | undefined): Log {
  const { transport } = useBeckon();
  const [read, setRead] = useState<Read>();
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<BeckonError>();
  // Only the latest wish counts: one for another session or kind, or a reload, makes an earlier page worthless.
  const wish = useRef(0);

  const load = useCallback(
    async (after: Read | undefined) => {
      const own = (wish.current += 1);
      setIsLoading(true);
      setError(undefined);
      try {
        const before = after?.next;
        const page = await transport.readLog({
          limit: pageSize,
          ...(session !== undefined && { session }),
          ...(kind !== undefined && { kind }),
          ...(before !== undefined && { before }),
        });
        if (own === wish.current) setRead({ ...page, entries: [...(after?.entries ?? []), ...page.entries] });
      } catch (thrown) {
        if (own === wish.current) setError(BeckonError.from(thrown));
      }
      if (own === wish.current) setIsLoading(false);
    },
    [transport, session, kind],
  );

  useEffect(() => {
    setRead(undefined);
    void load(undefined);
    return () => void (wish.current += 1);
  }, [load]);

  return {
    entries: read?.entries,
    hasOlder: read?.next !== undefined,
    isLoading,
    error,
    loadOlder: () => void load(read),
    reload: () => void load(undefined),
  };
}
