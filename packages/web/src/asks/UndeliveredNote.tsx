// An answer that no agent has been given yet: why not, when it is tried again, and the way to take it back.
import type { Ask } from '@beckon/protocol';
import { Undo2 } from 'lucide-react';
import { Countdown } from '../connection/Countdown.tsx';
import { Button } from '../elements/Button.tsx';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';

export function UndeliveredNote({ ask: { id, delivery } }: { ask: Ask }) {
  const { transport } = useBeckon();
  const delivering = useAction(() => transport.deliverAnswer(id));
  const takingBack = useAction(() => transport.takeBackAnswer(id));
  const error = takingBack.error ?? delivering.error;
  return (
    <div className="space-y-2 text-sm">
      {delivery ? (
        <div className="rounded-lg bg-raised px-3 py-2">
          <p className="break-words">
            <VisibleText text={delivery.message} />
          </p>
          <p className="mt-1 text-muted">
            Your answer is kept. {/* A count that changes every second is nothing to read aloud. */}
            <span aria-hidden>{delivering.isRunning ? 'Trying…' : <Countdown until={delivery.nextAt} />}</span>
          </p>
        </div>
      ) : (
        <p className="text-muted">Your answer is kept, and given to the agent as soon as it is back.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {delivery && (
          <Button isBusy={delivering.isRunning} disabled={takingBack.isRunning} onClick={() => void delivering.run()}>
            Try now
          </Button>
        )}
        <Button look="quiet" isBusy={takingBack.isRunning} onClick={() => void takingBack.run()}>
          {!takingBack.isRunning && <Undo2 aria-hidden className="size-4" />}
          Take the answer back
        </Button>
      </div>
      {error && <Problem>{error.message}</Problem>}
    </div>
  );
}
