// An answer that no agent has been given yet: why not, when it is tried again, and the way to take it back.
import type { Ask } from '@beckon/protocol';
import { useState } from 'react';
import { Countdown } from '../connection/Countdown.tsx';
import { useWhyNot } from '../connection/useWhyNot.ts';
import { Problem } from '../elements/Problem.tsx';
import { useAction } from '../elements/useAction.ts';
import { DecidingButton } from '../press/DecidingButton.tsx';
import { useBeckon, useBeckonState } from '../store/BeckonContext.tsx';
import { VisibleText } from '../text/VisibleText.tsx';
import { TakeBack } from './TakeBack.tsx';
import { useIsAtDoor } from './useIsAtDoor.ts';

export function UndeliveredNote({ ask }: { ask: Ask }) {
  const { id, sessionId, failedDelivery: lastFailure } = ask;
  const { transport } = useBeckon();
  const isAtDoor = useIsAtDoor(sessionId);
  // While its folder is asked about, that is the reason, whatever went wrong before.
  const failedDelivery = isAtDoor ? undefined : lastFailure;
  const delivering = useAction(() => transport.deliverAnswer(id));
  const whyNotTried = useWhyNot(delivering.error);
  // Where it has been tried since, that a press did nothing is of no interest any more.
  const [pressedAfter, setPressedAfter] = useState<number>();
  const isUntried = failedDelivery !== undefined && failedDelivery.attempts === pressedAfter;
  // What the gateway does meanwhile cannot be known.
  const isGatewayGone = useBeckonState(({ connection }) => connection.state === 'offline');

  function tryNow() {
    setPressedAfter(failedDelivery?.attempts);
    void delivering.run();
  }

  return (
    <div className="space-y-2 text-sm">
      {failedDelivery ? (
        <div className="rounded-lg bg-raised px-3 py-2">
          <p className="break-words">
            <VisibleText text={failedDelivery.message} />
          </p>
          <p className="mt-1 text-muted">
            Your answer is kept.{' '}
            {!isGatewayGone && (
              // A count that changes every second is nothing to read aloud.
              <span aria-hidden>{delivering.isRunning ? 'Trying…' : <Countdown until={failedDelivery.nextAt} />}</span>
            )}
          </p>
        </div>
      ) : (
        <p className="text-muted">
          {isAtDoor
            ? 'Your answer is kept. The agent can start, and is given it, once you have said whether to trust its folder.'
            : 'Your answer is kept, and given to the agent as soon as it is back.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {failedDelivery && (
          <DecidingButton isStep isBusy={delivering.isRunning} onClick={tryNow}>
            Try now
          </DecidingButton>
        )}
        <TakeBack ask={ask} words="Take the answer back" />
      </div>
      {whyNotTried !== undefined && isUntried && <Problem>Not tried. {whyNotTried}</Problem>}
    </div>
  );
}
