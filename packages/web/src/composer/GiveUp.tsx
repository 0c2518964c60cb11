// Interrupting an agent that does not run: what it waits for is withdrawn, and answers that wait for it are dropped.
import { isOnHold } from '@beckon/protocol';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { useAction } from '../elements/useAction.ts';
import { conversationOf, useBeckon, useBeckonState } from '../store/BeckonContext.tsx';

export function GiveUp({ sessionId }: { sessionId: string }) {
  const { transport } = useBeckon();
  const giveUp = useAction(() => transport.interrupt(sessionId));
  const [isAsking, setIsAsking] = useState(false);
  const hasUndelivered = useBeckonState((state) =>
    Object.values(conversationOf(state, sessionId)?.asks ?? {}).some(isOnHold),
  );
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>
        <CircleStop aria-hidden className="size-4" />
        Give up…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Give up what it asks?"
          confirmLabel="Give up"
          isBusy={giveUp.isRunning}
          error={giveUp.error}
          onConfirm={() => void giveUp.run()}
          onCancel={() => setIsAsking(false)}
        >
          What it asks for is not done, and cannot be answered any more.
          {hasUndelivered && ' Answers that are not delivered yet are dropped, too.'} The session stays: your next
          message brings the agent back.
        </ConfirmDialog>
      )}
    </>
  );
}
