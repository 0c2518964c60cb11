// The asks that came to their end lately: those that this page has seen end, and, once they are asked for, those before.
import type { Ask } from '@beckon/protocol';
import { isOver } from '@beckon/protocol';
import { useEffect, useMemo, useState } from 'react';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';

/** As many as one looks back over. */
const mostLoaded = 50;

export function useOverAsks(): Ask[] {
  const { transport } = useBeckon();
  const seen = useBeckonState(({ over }) => over);
  const epoch = useBeckonState(({ view }) => view.epoch);
  const [loaded, setLoaded] = useState<Ask[]>([]);
  useEffect(() => {
    if (epoch === undefined) return;
    let isWanted = true;
    // What cannot be loaded now is no reason to hide what waits; the connection's own banner says that it is down.
    const load = async () => (await transport.listAsks({ state: 'all', limit: mostLoaded })).asks.filter(isOver);
    void load().then(
      (asks) => isWanted && setLoaded(asks),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [transport, epoch]);
  return useMemo(() => {
    const seenIds = new Set(seen.map(({ id }) => id));
    return [...seen, ...loaded.filter(({ id }) => !seenIds.has(id))];
  }, [seen, loaded]);
}
