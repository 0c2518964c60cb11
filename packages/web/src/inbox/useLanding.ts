// Whoever comes from a notification lands on its card: it is scrolled to and has the focus. Where it is over, that is said.
import type { Ask } from '@beckon/protocol';
import { isOpen } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useLocation, useSearch } from 'wouter';
import { askElementId } from '../asks/AskFrame.tsx';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { goTo } from './inboxKeys.ts';

export interface Landing {
  /** The ask that is looked for, which is to be drawn however far down it is. */
  wanted: string | undefined;
  /** It was looked for, and waits no longer. */
  over: Ask | undefined;
}

export function useLanding(list: RefObject<HTMLElement | null>, asks: readonly Ask[]): Landing {
  const { transport } = useBeckon();
  const wanted = new URLSearchParams(useSearch()).get('ask') ?? undefined;
  const [, navigate] = useLocation();
  const isLive = useBeckonState(({ connection, view }) => connection.state === 'live' && view.epoch !== undefined);
  const isThere = asks.some((ask) => ask.id === wanted && isOpen(ask));
  const [over, setOver] = useState<Ask>();

  useEffect(() => {
    if (wanted === undefined) return;
    setOver(undefined);
    if (isThere) {
      const card = document.getElementById(askElementId(wanted));
      if (!card || !list.current?.contains(card)) return;
      goTo(card);
      navigate('/inbox', { replace: true });
      return;
    }
    if (!isLive) return;
    let isStillWanted = true;
    const tell = (ask: Ask | undefined) => {
      // One that is open comes with the next event.
      if (!isStillWanted || (ask && isOpen(ask))) return;
      setOver(ask);
      navigate('/inbox', { replace: true });
    };
    transport.getAsk(wanted).then(
      ({ ask }) => tell(ask),
      () => tell(undefined),
    );
    return () => {
      isStillWanted = false;
    };
  }, [wanted, isThere, isLive, list, navigate, transport]);

  return { wanted, over };
}
