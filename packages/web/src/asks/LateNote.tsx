// An agent has its answer, and nothing has been seen of it since: says so, without alarm, once that has been a while.
import type { Ask } from '@beckon/protocol';
import { CircleStop } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { useAbility, useBeckon } from '../store/BeckonContext.tsx';
import { TerminalLink } from './TerminalLink.tsx';

/** Most commands are done by then, and a person who watches begins to wonder. */
const patienceMs = 60_000;

export function LateNote({ ask, since }: { ask: Ask; since: number }) {
  const { transport } = useBeckon();
  const interrupt = useAction(() => transport.interrupt(ask.sessionId));
  const canInterrupt = useAbility(ask.sessionId, 'interrupt');
  const isLate = useIsPast(since + patienceMs);
  if (!isLate) return null;
  return (
    <div className="space-y-2 text-sm">
      <p className="text-muted">
        Nothing has been seen of it for over a minute. It may simply take its time
        {canInterrupt ? '; if it seems stuck, interrupt the agent.' : '.'}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canInterrupt && (
          <Button isBusy={interrupt.isRunning} onClick={() => void interrupt.run()}>
            {!interrupt.isRunning && <CircleStop aria-hidden className="size-4" />}
            Interrupt the agent
          </Button>
        )}
        <TerminalLink sessionId={ask.sessionId} />
      </div>
      {interrupt.error && <Problem>{interrupt.error.message}</Problem>}
    </div>
  );
}

function useIsPast(at: number): boolean {
  const [isPast, setIsPast] = useState(() => Date.now() >= at);
  useEffect(() => {
    setIsPast(Date.now() >= at);
    const timer = setTimeout(() => setIsPast(true), at - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return isPast;
}
