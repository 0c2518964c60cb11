// The plan that was sent back, and that the one on the card is a revision of. It is fetched, for it is over and on no list.
import { BeckonError } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { useBeckon } from '../../store/BeckonContext.tsx';
import type { PlanAsk } from '../PlanReview.tsx';

export interface EarlierPlan {
  ask: PlanAsk | undefined;
  error: BeckonError | undefined;
  tryAgain: () => void;
}

export function useEarlierPlan(askId: string | undefined): EarlierPlan {
  const { transport } = useBeckon();
  const [ask, setAsk] = useState<PlanAsk>();
  const [error, setError] = useState<BeckonError>();
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    if (askId === undefined) return;
    let isWanted = true;
    async function load(wanted: string) {
      try {
        const read = await transport.getAsk(wanted);
        // Asks revise those of their own kind alone.
        if (isWanted) setAsk(read.ask as PlanAsk);
      } catch (thrown) {
        if (isWanted) setError(BeckonError.from(thrown));
      }
    }
    void load(askId);
    return () => {
      isWanted = false;
    };
  }, [transport, askId, attempt]);
  return {
    ask,
    error,
    tryAgain() {
      setError(undefined);
      setAttempt(attempt + 1);
    },
  };
}
