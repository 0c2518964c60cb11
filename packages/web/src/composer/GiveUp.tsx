// Interrupting an agent that does not run: what it waits for is withdrawn, unanswered.
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../elements/Button.tsx';
import { ConfirmDialog } from '../elements/ConfirmDialog.tsx';
import { useAction } from '../elements/useAction.ts';
import { useBeckon } from '../store/BeckonContext.tsx';

export function GiveUp({ sessionId }: { sessionId: string }) {
  const { transport } = useBeckon();
  const giveUp = useAction(() => transport.interrupt(sessionId));
  const [isAsking, setIsAsking] = useState(false);
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
          What it asks for is not done, and cannot be answered any more. The session stays: your next message brings the
          agent back.
        </ConfirmDialog>
      )}
    </>
  );
}
